import { beforeAll, expect, it } from 'vitest'
import { newId, Ret, type Actor, type Ctx } from '#packages/core'
import { manifest as access } from '#kernel/access/manifest.ts'
import { manifest as approval } from '#kernel/approval/manifest.ts'
import { aUserWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { approveTask, getOpenTasksOf, publishDefinition, saveDefinition } from '#kernel/approval/server/api.ts'
import schoolingModule from '#kernel/schooling/server/module.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { bookDuties, listBusy } from '#engines/duty/server/api.ts'
import type { LessonFacts } from '#engines/timetable/server/api.ts'
import { askForCovers, assignCovers, backfillCover, cancelByOffice, coverSubject } from '#engines/cover/server/api.ts'
import { getCover } from '#engines/cover/server/describe-request.ts'
import { claimCover } from '#engines/cover/server/respond.ts'
import { createCoverWorld, days, minutesAfter, sunday } from '#engines/cover/server/covers.fixture.ts'
import { manifest } from '../manifest.ts'
import { coverApproval } from './approval.ts'
import { auditCovers } from './audit-covers.ts'
import { coverOffice, mayArrange, requireLessons } from './office.ts'

const story = createCoverWorld({ skipsAudit: false })
const { database, world, as, who, lessonsOf, lessonNow, item, form, cover, caseOf } = story
let clerk: Actor
let second: Actor
let neighbour: Actor

beforeAll(async () => {
  database.app.manifests = [access, approval, manifest]
  database.contribute('coverOffice', coverOffice)
  database.contribute('approvalSubjects', coverApproval)
  await story.inOffice(async (ctx) => {
    await createTemplateRoles(ctx)
    const hire = (name: string, at: { id: string }) =>
      aUserWithRoles(ctx, ['academic'], { name, at, hasAccount: true, since: '2020-08-01' })
    clerk = await withCurrentPermissions(ctx, await hire('陈教务', world.school))
    second = await withCurrentPermissions(ctx, await hire('林教务', world.school))
    neighbour = await withCurrentPermissions(ctx, await hire('外校教务', world.other))
  })
})

const assign = (actor: Actor, lessons: readonly [LessonFacts, string][], when = sunday, more = {}) =>
  as(actor, when, async (ctx: Ctx) => {
    await requireLessons(
      ctx,
      lessons.map(([{ id }]) => id),
    )
    return assignCovers(ctx, {
      lessons: lessons.map(([lesson, name]) => ({ ...item(lesson), userId: who(name)?.userId ?? name })),
      source: 'office',
      reason: '',
      isChainConfirmed: false,
      ...more,
    })
  })
const audit = (actor: Actor, ids: string[], agree = true, when = sunday) =>
  as(actor, when, (ctx) => auditCovers(ctx, { ids, agree, note: agree ? '' : '请另选教师' }))

it('puts what the office assigns in force at once and tells the assigned', async () => {
  const [one, two] = await lessonsOf('王芳', days[0], days[1])
  expect(
    await assign(clerk, [
      [one!, '赵亮'],
      [two!, '钱悦'],
    ]),
  ).toMatchObject([{ status: 'effective' }, { status: 'effective' }])
  expect(await lessonNow(one!.id)).toMatchObject({ remark: '由赵亮代课' })
  expect((await story.messagesOf('钱悦')).join()).toContain('由钱悦代课')
})

it('answers a request of a teacher by assigning, and nobody can answer it afterwards', async () => {
  const [lesson] = (await lessonsOf('李丽', days[1])).slice(-1)
  const [asked] = await story.apply('李丽', [item(lesson!, { userIds: [who('钱悦').userId] })])
  expect(await assign(clerk, [[lesson!, '孙静']])).toEqual([{ id: asked!.id, status: 'effective' }])
  await expect(story.answer('钱悦', [asked!.id])).rejects.toThrow('该申请已处理')
})

it('lets the first of two clerks assign a lesson; the second reads that it was changed', async () => {
  const [lesson] = (await lessonsOf('周明', days[0])).slice(-1)
  const results = await Promise.allSettled([
    assign(clerk, [[lesson!, '赵亮']], minutesAfter(sunday, 1)),
    assign(second, [[lesson!, '钱悦']], minutesAfter(sunday, 1)),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((one) => one.status === 'rejected')!
  expect(refused.reason).toMatchObject({ ret: Ret.changedByOthers, message: '数据已被他人修改，请刷新后重试' })
  const { teacherIds, span } = await lessonNow(lesson!.id)
  expect(teacherIds).toHaveLength(1)
  const busy = await story.inOffice((ctx) =>
    listBusy(ctx, [who('赵亮').userId, who('钱悦').userId], span.startsAt, span.endsAt),
  )
  const duties = [...busy.values()].flatMap((one) => one.duties.filter(({ ref }) => ref === lesson!.id))
  expect(duties.map(({ userId }) => userId)).toEqual(teacherIds)
})

it('lets nobody exchange with a lesson that was changed since it was seen', async () => {
  const [lesson] = await lessonsOf('王芳', '2026-12-07')
  const others = (await lessonsOf('周明', '2026-12-08')).filter(({ classId }) => classId === lesson!.classId)
  const other = others[0]!
  const exchange = (otherSeenAt: string) =>
    as(clerk, sunday, (ctx) =>
      assignCovers(ctx, {
        lessons: [{ ...item(lesson!, { kind: 'swap', otherLessonId: other.id, otherSeenAt }), userId: null }],
        source: 'office',
        reason: '',
        isChainConfirmed: false,
      }),
    )
  await expect(exchange(minutesAfter(other.seenAt, -1).toISOString())).rejects.toMatchObject({
    ret: Ret.changedByOthers,
  })
})

it('keeps why a lesson is dropped when it takes over what a teacher asked for', async () => {
  const [lesson] = await lessonsOf('李丽', '2026-12-09')
  const [asked] = await story.apply('李丽', [item(lesson!, { userIds: [who('钱悦').userId] })])
  const drop = { kind: 'cancel', cancelReason: 'exam' } as const
  const form = { lessons: [{ ...item(lesson!, drop), userId: null }], source: 'office', reason: '期末' } as const
  const [done] = await as(clerk, sunday, (ctx) => assignCovers(ctx, { ...form, isChainConfirmed: false }))
  expect(done).toEqual({ id: asked!.id, status: 'effective' })
  const shown = await as(clerk, sunday, (ctx) => getCover(ctx, { id: asked!.id }))
  expect(shown).toMatchObject({ kind: 'cancel', reason: '考试：期末；家中有事' })
})

it('does not assign somebody who invigilates then, nor twice at one time, nor from another school', async () => {
  const [one] = (await lessonsOf('周明', days[1])).slice(-1)
  const { userId } = who('赵亮')
  await story.inOffice((ctx) =>
    bookDuties(ctx, [{ userId, orgId: world.school.id, kind: 'invigilation', ref: newId(), ...one!.span }]),
  )
  await expect(assign(clerk, [[one!, '赵亮']])).rejects.toThrow('赵亮该时段已有其他安排')
  const stranger = await story.inOffice((ctx) =>
    aTeacher(ctx, { at: world.other, name: '外校教师', since: '2020-08-01' }),
  )
  await expect(
    as(clerk, sunday, (ctx) =>
      assignCovers(ctx, {
        lessons: [{ ...item(one!), userId: stranger.userId }],
        source: 'office',
        reason: '',
        isChainConfirmed: false,
      }),
    ),
  ).rejects.toMatchObject({ ret: Ret.notFound })
  expect((await lessonNow(one!.id)).status).toBe('planned')
})

it('assigns a whole week in one transaction: all or nothing', async () => {
  const lessons = (await lessonsOf('吴刚')).concat((await lessonsOf('李丽', days[2], days[3])).slice(0, 2))
  // Nobody gives two at a time, or more than the week allows.
  const helpers = await story.inOffice(async (ctx) => {
    const all = []
    for (const at of lessons.keys())
      all.push(await aTeacher(ctx, { at: world.school, name: `代课${at + 1}`, since: '2020-08-01' }))
    return all
  })
  const pairs = lessons.map((lesson, at): [LessonFacts, string] => [lesson, helpers[at]!.userId])
  const twice: [LessonFacts, string][] = [...pairs, [lessons[0]!, helpers[1]!.userId]]
  await expect(assign(clerk, twice)).rejects.toThrow('同一节课不能选择两次')
  expect(await lessonNow(lessons[0]!.id)).toMatchObject({ status: 'planned' })
  const done = await assign(clerk, pairs)
  expect(done.every(({ status }) => status === 'effective')).toBe(true)
  expect(done).toHaveLength(lessons.length)
})

it('asks for a teacher, whose lesson takes effect after the yes without an audit', async () => {
  const [lesson] = (await lessonsOf('王芳', days[2])).slice(-1)
  const [asked] = await as(clerk, sunday, (ctx) =>
    askForCovers(ctx, form([item(lesson!, { askMode: 'everybody' })], { source: 'office' })),
  )
  expect(asked!.status).toBe('asking')
  const [first] = (await caseOf(asked!.id)).asks
  const claimed = await as({ ...who('赵亮'), userId: first!.memberId, personId: first!.personId }, sunday, (ctx) =>
    claimCover(ctx, { id: asked!.id }),
  )
  expect(claimed.status).toBe('effective')
})

it('lets exchanges of teachers pass by the audit, in the inbox or on the page, not by whoever applied', async () => {
  const [lesson, other] = (await lessonsOf('王芳', days[3], days[4])).slice(-2)
  const one = await cover('王芳', '孙静', lesson!)
  expect(one.status).toBe('auditing')
  expect((await as(clerk, sunday, (ctx) => getCover(ctx, { id: one.id }))).may).toContain('audit')
  await expect(audit(neighbour, [one.id])).rejects.toMatchObject({ ret: Ret.notFound })
  expect(await audit(clerk, [one.id])).toEqual([{ id: one.id, status: 'effective' }])
  const two = await cover('王芳', '孙静', other!)
  await expect(as(clerk, sunday, (ctx) => auditCovers(ctx, { ids: [two.id], agree: false, note: '' }))).rejects.toThrow(
    '请填写不同意的原因',
  )
  expect(await audit(second, [two.id], false)).toEqual([{ id: two.id, status: 'rejected' }])
  await expect(audit(clerk, [two.id])).rejects.toThrow()
})

it('cancels before the lesson begins, for schools in the scope only', async () => {
  const [lesson] = (await lessonsOf('李丽', days[4])).slice(-1)
  const [given] = await assign(clerk, [[lesson!, '钱悦']])
  const cancel = (actor: Actor, when = sunday) =>
    as(actor, when, (ctx) => cancelByOffice(ctx, { ids: [given!.id], reason: '教师已返校' }, mayArrange(ctx)))
  await expect(cancel(neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
  await expect(cancel(clerk, minutesAfter(lesson!.span.startsAt, 1))).rejects.toThrow('该节课已结束，不能再调整')
  expect(await cancel(clerk)).toEqual({ cancelled: 1 })
  expect(await lessonNow(lesson!.id)).toMatchObject({ status: 'planned', teacherIds: lesson!.teacherIds })
  await expect(assign(neighbour, [[await lessonNow(lesson!.id), '钱悦']])).rejects.toMatchObject({ ret: Ret.notFound })
})

it('writes down afterwards who gave a lesson, with the mark and the credit', async () => {
  const [lesson] = (await lessonsOf('周明', days[2])).slice(0, 1)
  const facts = {
    lessonId: lesson!.id,
    kind: 'substitute',
    userId: who('赵亮').userId,
    source: 'sick',
    reason: '临时病假',
  } as const
  const write = (when: Date, more = {}) => as(clerk, when, (ctx) => backfillCover(ctx, { ...facts, ...more }))
  await expect(write(sunday)).rejects.toThrow('该节课还没有结束')
  const later = minutesAfter(lesson!.span.endsAt, 60 * 24 * 3)
  await expect(assign(clerk, [[lesson!, '赵亮']], later)).rejects.toThrow('请使用“补登”')
  const { id } = await write(later)
  expect(await caseOf(id)).toMatchObject({ status: 'done', isBackfilled: true })
  expect(await lessonNow(lesson!.id)).toMatchObject({ remark: '由赵亮代课', teacherIds: [who('赵亮').userId] })
  const [credit] = await database.sql(
    `select hundredths, month_on::text as month from tenant.duty_credit c join tenant.cover_leg l on l.id = c.leg_id
     where l.request_id = $1`,
    [id],
  )
  expect(credit).toEqual({ hundredths: 100, month: `${lesson!.day.slice(0, 7)}-01` })
  await expect(write(later)).rejects.toThrow()
})

it('gives nobody more lessons of a week by writing them down afterwards', async () => {
  const nextWeek = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']
  const lessons = (await lessonsOf('周明', ...nextWeek)).slice(0, 4)
  const later = minutesAfter(lessons.at(-1)!.span.endsAt, 60)
  const write = (lesson: LessonFacts) =>
    as(clerk, later, (ctx) =>
      backfillCover(ctx, {
        lessonId: lesson.id,
        kind: 'supervise',
        userId: who('钱悦').userId,
        source: 'sick',
        reason: '临时病假',
      }),
    )
  for (const lesson of lessons.slice(0, 3)) await write(lesson)
  await expect(write(lessons[3]!)).rejects.toThrow('钱悦本周已代3节，一周最多代3节')
})

it('lets the head of the grade decide a step of the school, and nobody without the class', async () => {
  database.contribute('approverKinds', ...(schoolingModule.approverKinds ?? []))
  const hire = (name: string, role: 'grade-head' | 'school-admin') =>
    story.inOffice(async (ctx) =>
      withCurrentPermissions(
        ctx,
        await aUserWithRoles(ctx, [role], { name, at: world.school, hasAccount: true, since: '2020-08-01' }),
      ),
    )
  const [chief, manager] = [await hire('年级组长', 'grade-head'), await hire('学校管理员', 'school-admin')]
  await database.sql(
    `insert into tenant.grade_head (district_id, id, grade_id, user_id, valid, created_at, updated_at)
     values ($1, $2, $3, $4, '[2026-09-01,)', now(), now())`,
    [chief.districtId, newId(), world.grade.gradeId, chief.userId],
  )
  await as(manager, sunday, async (ctx) => {
    const approver = { kind: 'grade-head', with: {} }
    const rules = {
      name: '年级组长审核',
      recall: 'any' as const,
      steps: [{ key: 'grade', name: '年级组长', type: 'approve' as const, approver }],
    }
    await publishDefinition(ctx, (await saveDefinition(ctx, { subject: coverSubject, rules })).id)
  })
  const [lesson] = (await lessonsOf('吴刚', '2026-12-01', '2026-12-02')).slice(-1)
  const { id } = await cover('吴刚', '孙静', lesson!)
  await expect(as(who('赵亮'), sunday, (ctx) => coverApproval.checkApprover!(ctx, id))).rejects.toMatchObject({
    ret: Ret.notFound,
  })
  await as(chief, sunday, async (ctx) => {
    await approveTask(ctx, { taskId: (await getOpenTasksOf(ctx, coverSubject)).get(id)!, opinion: '同意' })
  })
  expect((await caseOf(id)).status).toBe('effective')
})
