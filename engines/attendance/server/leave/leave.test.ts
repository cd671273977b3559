import { afterEach, describe, expect, it } from 'vitest'
import { Ret, type Ctx, type Scope } from '#packages/core'
import { getOpenTasksOf, listOwnFlows } from '#kernel/approval/server/api.ts'
import { aPhone } from '#kernel/identity/server/example.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aGrade } from '#kernel/schooling/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { changeEnrolments } from '#kernel/student/server/api.ts'
import { aParent, aPupil } from '#kernel/student/server/example.ts'
import { getAttendanceMonth } from './family-attendance.ts'
import { giveUpLeave, listLeaveOfChild, listLeaveOptions, recallLeave } from './ask-leave.ts'
import { markReturned } from './leave-of-lesson.ts'
import { leaveFileOwner } from './leave-approval.ts'
import { atHour, createLeaveWorld, days, monday } from './leave.fixture.ts'
import { decideLeave, enterLeave, getLeaveInScope, listLeave, revokeLeave } from './office-leave.ts'
import { leaveSubject } from './present-leave.ts'

const {
  database,
  world,
  as,
  apply,
  decide,
  leave,
  lessonsOn,
  filled,
  form,
  messagesOf,
  ofClassesLedBy,
  ofSchool,
  inOffice,
} = createLeaveWorld()
const [mon, tue, wed] = days
const notFoundError = { ret: Ret.notFound }
const week = { orgId: null, classId: null, from: mon, to: days[4], status: null, keyword: null }
const listed = async (ctx: Ctx, scope: Scope, more: Partial<Parameters<typeof listLeave>[2]> = {}) =>
  (await listLeave(ctx, scope, { ...week, ...more }, { pageNumber: 1, pageSize: 20 })).items

/** Each test is about leave of its own. */
afterEach(async () => {
  await database.sql(
    `update tenant.pupil_leave set status = 'revoked', decided_at = now() where status in ('running', 'approved')`,
  )
})

const mine = (actor = world.mother, studentId = world.ming, when = monday) =>
  as(actor, when, (ctx) => listLeaveOfChild(ctx, studentId))
const statusOf = async (id: string) => (await mine()).find((one) => one.id === id)!.status

describe('a guardian asks', () => {
  it('and the class teacher decides; the roll of each lesson of the day is filled, the family is told', async () => {
    const options = await as(world.mother, monday, (ctx) => listLeaveOptions(ctx, { studentId: world.ming }))
    expect(options).toMatchObject({ name: '张小明', classTeacher: '周老师', day: mon })
    expect(options.className).toContain('1)班')
    expect(options.periods.map(({ subjectName }) => subjectName).filter(Boolean).length).toBe(
      (await lessonsOn(mon)).length,
    )

    const before = (await messagesOf(world.head, true)).length
    const { id, status } = await apply({ reason: '半夜发烧', symptoms: ['fever', 'cough'] })
    expect(status).toBe('running')
    expect(await filled(mon)).not.toContain('sick')
    expect((await messagesOf(world.head, true)).slice(before)).toEqual([expect.stringContaining('张小明请假')])
    const get = async () => (await mine()).find((one) => one.id === id)
    expect(await get()).toMatchObject({
      id,
      text: '11月16日 全天',
      reason: '半夜发烧',
      symptoms: ['fever', 'cough'],
      may: ['recall'],
      askedBy: expect.any(String),
    })
    await decide(world.head, id, true)
    expect(new Set(await filled(mon))).toEqual(new Set(['sick']))
    expect(await filled(tue)).not.toContain('sick')
    expect((await messagesOf(world.mother)).at(-1)).toBe('张小明的请假已批准｜11月16日 全天，病假。')
    expect(await get()).toMatchObject({ status: 'approved', decidedBy: '周老师', may: ['revoke'] })
    // Nobody reads why in a message or in the operation log.
    const everything = await database.sql<{ text: string }>(
      `select coalesce(string_agg(b.title || b.body, ' '), '') as text from tenant.message_batch b`,
    )
    expect(everything[0]!.text).not.toMatch(/发烧|发热|咳嗽/)
  })

  it('for periods 1 and 2 only, and only those are filled', async () => {
    const lessons = await lessonsOn(tue)
    const [first, second] = lessons as [(typeof lessons)[0], (typeof lessons)[0]]
    const id = await leave({ startsOn: tue, periodIds: [first.periodId, second.periodId] })
    expect(await filled(tue)).toEqual(lessons.map((_, at) => (at < 2 ? 'sick' : null)))
    expect((await mine()).find((one) => one.id === id)!.text).toMatch(/^11月17日 第.、.节$/)
  })

  it('for an afternoon until noon of the day after', async () => {
    await leave({ kind: 'private', reason: '参加婚礼', startsOn: tue, startHalf: 'pm', endsOn: wed, endHalf: 'am' })
    const half = async (day: string) => (await lessonsOn(day)).map(({ begins }) => (begins < '12:00' ? 'am' : 'pm'))
    expect(await filled(tue)).toEqual((await half(tue)).map((one) => (one === 'pm' ? 'private' : null)))
    expect(await filled(wed)).toEqual((await half(wed)).map((one) => (one === 'am' ? 'private' : null)))
  })

  it('twice for the same time: refused; for other periods of the day: not', async () => {
    const [first, second] = await lessonsOn(mon)
    await apply({ periodIds: [first!.periodId] })
    await expect(apply({ periodIds: [first!.periodId] })).rejects.toThrow('该时间已有请假')
    await expect(apply({ startsOn: mon, endsOn: tue })).rejects.toThrow('该时间已有请假')
    await expect(apply({ startHalf: 'pm' })).resolves.toMatchObject({ status: 'running' })
    await expect(apply({ periodIds: [second!.periodId] })).resolves.toMatchObject({ status: 'running' })
  })

  it.each([
    [{ endsOn: '2026-11-15' }, '结束日期不能早于开始日期'],
    [{ startHalf: 'pm', endHalf: 'am' } as const, '结束时间不能早于开始时间'],
    [{ startsOn: '2026-12-17', endsOn: '2026-12-17' }, '最多提前30天请假'],
    [{ startsOn: '2026-11-08', endsOn: '2026-11-16' }, '只能补7天内的请假'],
    [{ endsOn: '2027-01-15' }, '请假不超过60天'],
    [{ kind: 'private' } as const, '请填写事由'],
  ])('in a way that cannot be: %o', async (wrong, message) => {
    await expect(apply(wrong)).rejects.toMatchObject({
      ret: Ret.invalid,
      data: { errors: [{ msg: expect.stringContaining(message) }] },
    })
  })

  it('for a period of another school: it does not exist', async () => {
    await expect(apply({ periodIds: ['00000000-0000-4000-8000-000000000001'] })).rejects.toMatchObject(notFoundError)
  })

  it('and takes it back before the decision: the task of the class teacher is gone', async () => {
    const { id } = await apply()
    await as(world.grandmother, monday, (ctx) => recallLeave(ctx, id))
    expect(await statusOf(id)).toBe('recalled')
    await expect(decide(world.head, id, true)).rejects.toThrow('no task')
    await expect(as(world.mother, monday, (ctx) => recallLeave(ctx, id))).rejects.toThrow('该请假已被处理')
  })

  it('and reads why it was not approved', async () => {
    const { id } = await apply()
    await decide(world.head, id, false)
    expect((await mine()).find((one) => one.id === id)).toMatchObject({
      status: 'rejected',
      note: '请补充说明',
      may: [],
    })
    expect((await messagesOf(world.mother)).at(-1)).toContain('张小明的请假未批准')
    expect(await filled(mon)).not.toContain('sick')
  })

  it('has no list of approvals: the flow is not hers to read', async () => {
    await apply()
    const page = { pageNumber: 1, pageSize: 20, keyword: '', subject: null, state: null }
    const own = await as(world.mother, monday, (ctx) => listOwnFlows(ctx, page as never))
    expect(own.items).toEqual([])
  })
})

describe('leave that holds', () => {
  it('is given up by the family before any roll: nothing is left of it, and the class teacher is told', async () => {
    const id = await leave()
    await as(world.mother, monday, (ctx) => giveUpLeave(ctx, id))
    expect(await statusOf(id)).toBe('revoked')
    expect(await filled(mon)).not.toContain('sick')
    expect((await messagesOf(world.head)).at(-1)).toContain('张小明的请假已由家长取消')
    await expect(as(world.mother, monday, (ctx) => giveUpLeave(ctx, id))).rejects.toThrow('该请假已被处理')
  })

  it('is revoked by the class teacher, with a reason that the family reads', async () => {
    const id = await leave()
    const scope = ofClassesLedBy(world.head)
    await as(world.head, monday, (ctx) => revokeLeave(ctx, scope, { id, note: '已到校上课' }))
    expect((await mine()).find((one) => one.id === id)).toMatchObject({ status: 'revoked', note: '已到校上课' })
    const [row] = await database.sql<{ note: Buffer }>('select note from tenant.pupil_leave where id = $1', [id])
    expect(row!.note.includes(Buffer.from('已到校'))).toBe(false)
    expect((await messagesOf(world.mother)).at(-1)).toContain('张小明的请假已由老师取消')
    expect(await filled(mon)).not.toContain('sick')
  })

  it('ends when a teacher sees the pupil: later lessons expect it, the lesson that had begun keeps its leave', async () => {
    const id = await leave()
    const lessons = await lessonsOn(mon)
    const at = atHour(mon, lessons[1]!.begins)
    await inOffice((ctx) => markReturned(ctx, [id], new Date(at.getTime() + 60_000)))
    expect(await filled(mon)).toEqual(lessons.map((_, index) => (index < 2 ? 'sick' : null)))
    expect((await mine()).find((one) => one.id === id)).toMatchObject({ status: 'approved', may: [] })
    // Sent home again: another leave of the same day.
    await expect(apply({ startHalf: 'pm' })).resolves.toMatchObject({ status: 'running' })
  })

  it('is over: it cannot be given up any more', async () => {
    const id = await leave()
    const later = atHour(wed, '08:00')
    await expect(as(world.mother, later, (ctx) => giveUpLeave(ctx, id))).rejects.toThrow('请假已结束')
  })
})

describe('somebody else', () => {
  it('as a restricted guardian neither asks nor reads nor is told', async () => {
    await expect(apply({}, world.father)).rejects.toMatchObject(notFoundError)
    const before = (await messagesOf(world.father)).length
    const id = await leave()
    await expect(mine(world.father)).rejects.toMatchObject(notFoundError)
    await expect(as(world.father, monday, (ctx) => giveUpLeave(ctx, id))).rejects.toMatchObject(notFoundError)
    expect(await as(world.father, monday, (ctx) => leaveFileOwner.canRead(ctx, id))).toBe(false)
    expect((await messagesOf(world.father)).length).toBe(before)
    expect((await messagesOf(world.grandmother)).at(-1)).toContain('已批准')
  })

  it('changes the id: no endpoint knows the child or its leave', async () => {
    const asked = (await apply()).id
    const held = await leave({ startsOn: tue })
    const stranger = world.neighbour
    const attempts: ((ctx: Ctx) => Promise<unknown>)[] = [
      (ctx) => listLeaveOptions(ctx, { studentId: world.ming }),
      (ctx) => listLeaveOfChild(ctx, world.ming),
      (ctx) => getAttendanceMonth(ctx, { studentId: world.ming }),
      (ctx) => recallLeave(ctx, asked),
      (ctx) => giveUpLeave(ctx, held),
    ]
    for (const attempt of attempts) await expect(as(stranger, monday, attempt)).rejects.toMatchObject(notFoundError)
    await expect(apply({}, stranger)).rejects.toMatchObject(notFoundError)
    // The answer is the same as for leave that never was.
    const answerFor = (id: string) => as(stranger, monday, (ctx) => recallLeave(ctx, id)).catch(String)
    expect(await answerFor(asked)).toBe(await answerFor(world.hong))
    expect(await as(stranger, monday, (ctx) => leaveFileOwner.canRead(ctx, asked))).toBe(false)
    expect(await as(world.mother, monday, (ctx) => leaveFileOwner.canRead(ctx, asked))).toBe(true)
  })

  it('as a teacher of another class neither sees, decides nor revokes it', async () => {
    const { id } = await apply()
    const scope = ofClassesLedBy(world.otherHead)
    const other = <T>(work: (ctx: Ctx) => Promise<T>) => as(world.otherHead, monday, work)
    expect(await other((ctx) => listed(ctx, scope))).toEqual([])
    await expect(other((ctx) => decideLeave(ctx, scope, { id, agree: true, note: '' }))).rejects.toMatchObject(
      notFoundError,
    )
    await expect(other((ctx) => getLeaveInScope(ctx, scope, id))).rejects.toMatchObject(notFoundError)
    await expect(other((ctx) => revokeLeave(ctx, scope, { id, note: '不该有' }))).rejects.toMatchObject(notFoundError)
    await expect(other((ctx) => enterLeave(ctx, scope, form()))).rejects.toMatchObject(notFoundError)
    expect(await other((ctx) => leaveFileOwner.canRead(ctx, id))).toBe(false)
  })
})

describe('staff', () => {
  it('see the leave of their classes, and decide on their page as in the list of approvals', async () => {
    const { id } = await apply({ reason: '发烧' })
    const scope = ofClassesLedBy(world.head)
    const mineToDo = await as(world.head, monday, (ctx) => listed(ctx, scope))
    expect(mineToDo.map((one) => [one.id, one.reason, one.may])).toContainEqual([id, '发烧', ['decide']])
    expect(await as(world.head, monday, (ctx) => getLeaveInScope(ctx, scope, id))).toEqual(
      mineToDo.find((one) => one.id === id),
    )
    await as(world.head, monday, (ctx) => decideLeave(ctx, scope, { id, agree: true, note: '' }))
    expect(await statusOf(id)).toBe('approved')
    await expect(
      as(world.head, monday, (ctx) => decideLeave(ctx, scope, { id, agree: true, note: '' })),
    ).rejects.toThrow()
  })

  it('page through it, those who wait first, and find it by name, class and state', async () => {
    const names = async (more: Parameters<typeof listed>[2], pageNumber = 1) => {
      const filter = { ...week, ...more }
      const page = await inOffice((ctx) => listLeave(ctx, ofSchool(), filter, { pageNumber, pageSize: 2 }))
      return [page.itemCount, ...page.items.map(({ name, startsOn }) => `${name} ${startsOn}`)]
    }
    const byName = (text: string, classIds: string[] = []) => ({
      status: 'running' as const,
      keyword: { text, classIds },
    })
    await leave({ startsOn: wed })
    await apply({ startsOn: mon })
    await apply({ startsOn: tue })
    await apply({ studentId: world.hong }, world.neighbour)
    const waiting = { status: 'running' as const }
    expect(await names(waiting)).toEqual([3, `张小明 ${tue}`, expect.stringContaining(mon)])
    expect(await names(waiting, 2)).toEqual([3, expect.stringContaining(mon)])
    expect(await names(byName('小红'))).toEqual([1, `李小红 ${mon}`])
    expect(await names(byName('ZXM'))).toEqual([2, `张小明 ${tue}`, `张小明 ${mon}`])
    expect((await names(byName('七(1)班', [world.grade.classIds[0]!])))[0]).toBe(3)
    expect(await names(byName('七(2)班', [world.grade.classIds[1]!]))).toEqual([0])
    expect(await names({ status: 'approved' })).toEqual([1, `张小明 ${wed}`])
  })

  it('in the office decide in place of the class teacher, who is told; a refusal needs a reason', async () => {
    const { id } = await apply()
    await expect(inOffice((ctx) => decideLeave(ctx, ofSchool(), { id, agree: false, note: '' }))).rejects.toMatchObject(
      {
        ret: Ret.invalid,
      },
    )
    await inOffice((ctx) => decideLeave(ctx, ofSchool(), { id, agree: true, note: '' }))
    expect(await statusOf(id)).toBe('approved')
    expect((await messagesOf(world.head)).at(-1)).toBe('张小明请假｜11月16日 全天，病假。')
  })

  it('enter leave for a family that called: it holds at once, and the family is told', async () => {
    const { id } = await as(world.head, monday, (ctx) =>
      enterLeave(ctx, ofClassesLedBy(world.head), form({ reason: '电话请假' })),
    )
    expect(new Set(await filled(mon))).toEqual(new Set(['sick']))
    expect((await messagesOf(world.mother)).at(-1)).toContain('老师为张小明登记了请假')
    expect((await mine()).find((one) => one.id === id)).toMatchObject({ askedBy: '周老师', decidedBy: '周老师' })
    const [row] = await database.sql<{ source: string; reason: Buffer }>(
      'select source, reason from tenant.pupil_leave where id = $1',
      [id],
    )
    expect(row!.source).toBe('class-teacher')
    expect(row!.reason.toString('utf8')).not.toContain('电话')
  })

  it('of the new class have the leave when the pupil changes class; the old one may still decide what she was asked', async () => {
    const { id } = await apply({ studentId: world.hong, startsOn: wed }, world.neighbour)
    const noon = atHour(tue, '12:00')
    const to = {
      orgId: world.school.id,
      gradeId: world.grade.gradeId,
      classId: world.grade.classIds[1]!,
      status: 'studying' as const,
      seatNo: null,
    }
    await as(world.office, noon, (ctx) => changeEnrolments(ctx, [{ studentId: world.hong, type: 'move', on: tue, to }]))
    const seen = (actor: typeof world.head) => as(actor, noon, (ctx) => listed(ctx, ofClassesLedBy(actor)))
    expect((await seen(world.otherHead)).map((one) => one.id)).toContain(id)
    expect((await seen(world.head)).map((one) => one.id)).not.toContain(id)
    await decide(world.head, id, true, noon)
    expect((await mine(world.neighbour, world.hong, noon)).find((one) => one.id === id)!.status).toBe('approved')
    expect((await messagesOf(world.otherHead)).at(-1)).toContain('李小红请假')
  })

  it('of the school that the pupil has left are not asked about days before', async () => {
    const noon = atHour(wed, '12:00')
    const { gradeId, classId, head, pupilId, mother } = await as(world.office, noon, async (ctx) => {
      const grade = await aGrade(ctx, world.other, { classes: 1 })
      const [first = ''] = grade.classIds
      const teacher = await aTeacher(ctx, { at: world.other, name: '新班主任', since: '2020-08-01' })
      await setClassHeads(ctx, [{ classId: first, userId: teacher.userId }], '2026-09-01')
      const phone = aPhone()
      const before = { orgId: world.school.id, gradeId: world.grade.gradeId, classId: world.grade.classIds[0]! }
      const guardians = [{ name: '陈静', relation: 2 as const, phone }]
      const { id: pupilId } = await aPupil(ctx, before, { name: '陈转学', on: '2026-09-01', guardians })
      return { gradeId: grade.gradeId, classId: first, head: teacher, pupilId, mother: await aParent(ctx, phone) }
    })
    await database.sql(
      `update tenant.enrolment set valid = daterange(lower(valid), $2::date) where student_id = $1 and upper_inf(valid)`,
      [pupilId, wed],
    )
    await database.sql(
      `insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, valid, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, daterange($6::date, null), now(), now())`,
      [database.home, pupilId, world.other.id, gradeId, classId, wed],
    )
    await database.sql('update tenant.student set org_id = $2 where id = $1', [pupilId, world.other.id])
    const { id } = await apply({ studentId: pupilId, startsOn: tue, endsOn: wed }, mother, noon)
    const isAsked = (actor: typeof head) =>
      as(actor, noon, async (ctx) => (await getOpenTasksOf(ctx, leaveSubject)).has(id))
    expect([await isAsked(world.head), await isAsked(head)]).toEqual([false, true])
  })
})
