import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, newId, Ret, type Actor } from '#packages/core'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import type { MarkStatus } from '../../contract.ts'
import { amendRoll } from './amend-roll.ts'
import { fillFromLeave, takeBackLeave } from './follow-leave.ts'
import { getPupilTerm } from './pupil-term.ts'
import { getRoll } from './get-roll.ts'
import { lockDueSessions, lockSessions } from './lock-sessions.ts'
import { recordPasses } from './record-passes.ts'
import { createRollWorld, minutesAfter, monday } from './rolls.fixture.ts'

const story = createRollWorld()
const { database, world, teacher, as, lessonAt, begin, end, save, pupil, marksOf } = story
const dayAt = (at: number) => addDays(monday, at)
let head: Actor
let locked: string

type Lesson = Awaited<ReturnType<typeof lessonAt>>
const correct = (
  who: Actor,
  lesson: Lesson,
  now: Date,
  [at, status]: [number, MarkStatus] = [0, 'present'],
  reason = '看错了座位',
) =>
  as(who, now, (ctx) =>
    amendRoll(ctx, { lessonId: lesson.id, reason, changes: [{ studentId: pupil(at), status, minutes: null }] }),
  )
const daysAfter = (lesson: Lesson, days: number) => minutesAfter(begin(lesson), days * 24 * 60)
const sessionOf = async (lesson: Lesson) =>
  (
    await database.sql<{ id: string; state: string }>(
      'select id, state from tenant.attendance_session where ref = $1',
      [lesson.id],
    )
  )[0]

beforeAll(async () => {
  head = teacher('英语')
  const [classId] = world.week.grade.classIds
  await world.week.inOffice((ctx) => setClassHeads(ctx, [{ classId: classId!, userId: head.userId }], monday))
})

describe('the roll of 语文 on Monday', () => {
  const missing = [0, 1, 2, 3]
  let lesson: Lesson
  beforeAll(async () => {
    lesson = await lessonAt(0, monday, 1)
    const marks = missing.map((at) => ({ studentId: pupil(at), status: 'missing' as const }))
    await save(teacher('语文'), lesson, minutesAfter(begin(lesson), 2), { marks, submit: true })
  })
  const statusOf = async (at: number) => (await marksOf(lesson)).find(({ studentId }) => studentId === pupil(at))

  it('is changed on its day by its teacher, and each change is kept', async () => {
    await save(teacher('语文'), lesson, end(lesson), { marks: [{ studentId: pupil(0), status: 'late', minutes: 25 }] })
    expect(await statusOf(0)).toMatchObject({ status: 'late', minutes: 25, source: 'teacher' })
    const kept = await database.sql('select before, after, source, reason from tenant.attendance_amendment')
    expect(kept).toEqual([
      {
        before: { status: 'missing', minutes: null },
        after: { status: 'late', minutes: 25 },
        source: 'teacher',
        reason: null,
      },
    ])
  })

  it('is locked in the evening', async () => {
    const before = minutesAfter(begin(lesson), 13 * 60)
    await world.week.inOffice(lockDueSessions, before)
    expect((await sessionOf(lesson))?.state).toBe('submitted')
    await world.week.inOffice(lockDueSessions, minutesAfter(begin(lesson), 14.5 * 60))
    expect((await sessionOf(lesson))?.state).toBe('locked')
    locked = '考勤已锁定，请联系教务处'
    await expect(save(teacher('语文'), lesson, before, { submit: true })).rejects.toThrow(locked)
    await expect(correct(teacher('语文'), lesson, before)).rejects.toThrow(locked)
  })

  it('is corrected by the class teacher within three days, with a reason', async () => {
    const later = daysAfter(lesson, 1)
    await expect(correct(head, lesson, later, [1, 'present'], ' ')).rejects.toThrow('请填写修改原因')
    expect(await correct(head, lesson, daysAfter(lesson, 3), [1, 'private'])).toEqual({ changed: 1 })
    expect(await correct(head, lesson, daysAfter(lesson, 3), [1, 'private'])).toEqual({ changed: 0 })
    await expect(correct(head, lesson, daysAfter(lesson, 4))).rejects.toThrow('班主任只能修改3天内的考勤')
    expect(await statusOf(1)).toMatchObject({ status: 'private', source: 'class-teacher' })
    const [{ reason }] = (await database.sql(
      'select reason from tenant.attendance_amendment where reason is not null',
    )) as [{ reason: Buffer }]
    expect(reason.toString('utf8')).not.toContain('座位')
  })

  it('is corrected by the office at any time, by nobody else', async () => {
    expect(await correct(world.clerk, lesson, daysAfter(lesson, 40), [2, 'official'])).toEqual({ changed: 1 })
    // Nobody knows any more how late she was.
    await correct(world.clerk, lesson, daysAfter(lesson, 40), [3, 'late'])
    expect(await statusOf(3)).toMatchObject({ status: 'late', minutes: null })
    await expect(correct(teacher('体育与健康'), lesson, begin(lesson))).rejects.toThrow('本节课由王芳任课')
    await expect(correct(world.week.neighbour, lesson, begin(lesson))).rejects.toMatchObject({ ret: Ret.notFound })
    // A pupil of another class is not on the list.
    await expect(correct(world.clerk, lesson, begin(lesson), [40, 'late'])).rejects.toMatchObject({ ret: Ret.notFound })
    const { amendments, figures } = await as(world.clerk, daysAfter(lesson, 1), (ctx) =>
      getPupilTerm(ctx, { studentId: pupil(2), termId: null }),
    )
    expect(amendments).toMatchObject([{ before: '未到', after: '公假', reason: '看错了座位' }])
    expect(figures).toMatchObject({ official: 1, expected: 1, unrecorded: 1 })
  })

  it('shows what may be done with it', async () => {
    const mayOf = async (who: Actor, now: Date) => (await as(who, now, (ctx) => getRoll(ctx, lesson.id))).may
    expect(await mayOf(teacher('语文'), end(lesson))).toEqual([])
    expect(await mayOf(head, daysAfter(lesson, 2))).toEqual(['correct'])
    expect(await mayOf(head, daysAfter(lesson, 5))).toEqual([])
    expect(await mayOf(world.clerk, daysAfter(lesson, 5))).toEqual(['correct'])
  })

  it('is not changed by taps that come late, whatever they say', async () => {
    const other = await lessonAt(0, monday, 2)
    await save(teacher('数学'), other, begin(other), {
      marks: [{ studentId: pupil(4), status: 'missing' }],
      submit: true,
    })
    await correct(head, other, minutesAfter(begin(other), 5), [4, 'sick'])
    const again = await save(teacher('数学'), other, end(other), { marks: [{ studentId: pupil(4), status: 'late' }] })
    expect(again.conflicts).toMatchObject([{ kept: 'sick', mine: 'late', reason: '班主任已更正' }])
  })
})

it('the office locks the past, not the future', async () => {
  const lesson = await lessonAt(1, dayAt(1), 1)
  await save(teacher('语文'), lesson, begin(lesson), { submit: true })
  const lock = (dateTo: string) =>
    as(world.clerk, end(lesson), (ctx) => lockSessions(ctx, { orgId: world.week.school.id, dateTo }))
  await expect(lock(dayAt(2))).rejects.toThrow('不能锁定以后的考勤')
  expect((await lock(dayAt(1))).locked).toBeGreaterThan(0)
  expect(await lock(dayAt(1))).toEqual({ locked: 0 })
  expect((await sessionOf(lesson))?.state).toBe('locked')
})

describe('leave that comes late', () => {
  const aLeave = async (at: number, day: string, more: { startHalf?: string; periodIds?: string[] } = {}) => {
    const id = newId()
    await database.sql(
      `insert into tenant.pupil_leave (district_id, id, org_id, student_id, kind, starts_on, start_half, ends_on,
         end_half, period_ids, status, source, asked_by, created_at, updated_at)
       values ($1, $2, $3, $4, 'sick', $5, $6, $5, 'pm', $7, 'approved', 'class-teacher', $8, now(), now())`,
      [
        head.districtId,
        id,
        world.week.school.id,
        pupil(at),
        day,
        more.startHalf ?? 'am',
        more.periodIds ?? [],
        head.personId,
      ],
    )
    return id
  }

  it('fills 未到 of its lessons, not 旷课, and is taken back', async () => {
    const day = dayAt(2)
    const [first, second] = [await lessonAt(0, day, 1), await lessonAt(0, day, 2)]
    await save(teacher('数学'), first, begin(first), {
      marks: [
        { studentId: pupil(6), status: 'missing' },
        { studentId: pupil(7), status: 'truant' },
      ],
      submit: true,
    })
    await save(teacher('英语'), second, begin(second), {
      marks: [{ studentId: pupil(6), status: 'missing' }],
      submit: true,
    })
    const leaveId = await aLeave(6, day, { periodIds: [first.periodId] })
    const session = await sessionOf(first)
    expect(await as(head, end(first), (ctx) => fillFromLeave(ctx, leaveId))).toEqual([session?.id])
    expect(await as(head, end(first), (ctx) => fillFromLeave(ctx, leaveId))).toEqual([])
    expect(await marksOf(second)).toMatchObject([{ status: 'missing' }])
    const status = async (at: number) => (await marksOf(first)).find(({ studentId }) => studentId === pupil(at))
    expect(await status(6)).toMatchObject({ status: 'sick', source: 'leave' })
    const truant = await aLeave(7, day)
    expect(await as(head, end(first), (ctx) => fillFromLeave(ctx, truant))).toEqual([])
    expect(await status(7)).toMatchObject({ status: 'truant', source: 'teacher' })
    await database.sql(`update tenant.pupil_leave set status = 'revoked' where id = $1`, [leaveId])
    expect(await as(head, end(first), (ctx) => takeBackLeave(ctx, leaveId))).toEqual([session?.id])
    expect(await status(6)).toMatchObject({ status: 'missing', source: 'teacher' })
  })
})

describe('a face terminal', () => {
  const pass = (at: number, moment: Date, id = newId()) => ({
    id,
    at: moment,
    studentId: pupil(at),
    direction: 'in' as const,
    device: 'gate-1',
    place: '东门',
  })

  it('overwrites nothing: whoever came in before the lesson and was missing in it differs', async () => {
    const lesson = await lessonAt(0, dayAt(3), 1)
    const by = teacher('体育与健康')
    const early = pass(10, minutesAfter(begin(lesson), -30))
    const record = (...passes: ReturnType<typeof pass>[]) =>
      as(by, minutesAfter(begin(lesson), 8), (ctx) => recordPasses(ctx, passes))
    expect(await record(early)).toEqual({ added: 1, refused: [] })
    expect(await record(early)).toEqual({ added: 0, refused: [] })
    const marks = [10, 11, 12].map((at) => ({ studentId: pupil(at), status: 'missing' as const }))
    const saved = await save(by, lesson, begin(lesson), { marks, submit: true })
    expect(saved.pupils.find(({ studentId }) => studentId === pupil(10))).toMatchObject({
      status: 'missing',
      differs: true,
      seenAt: new Date(early.at.getTime() + 8 * 3_600_000).toISOString().slice(11, 16),
    })
    // A terminal may send its passes late; one who came in after the beginning does not differ.
    await record(pass(11, minutesAfter(begin(lesson), -1)), pass(12, minutesAfter(begin(lesson), 1)))
    const differing = (await marksOf(lesson)).filter(({ differs }) => differs).map(({ studentId }) => studentId)
    expect(differing.toSorted()).toEqual([pupil(10), pupil(11)].toSorted())
    expect((await marksOf(lesson)).every(({ status }) => status === 'missing')).toBe(true)
    expect(await record({ ...pass(10, begin(lesson)), studentId: newId() })).toMatchObject({ added: 0 })
  })

  it('whose clock is wrong is refused alone, and what was sent with it is kept', async () => {
    const lesson = await lessonAt(0, dayAt(3), 1)
    const now = begin(lesson)
    const good = [pass(13, minutesAfter(now, -20)), pass(14, minutesAfter(now, 4)), pass(15, daysAfter(lesson, -31))]
    const wrong = ['1970-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z'].map((at) =>
      pass(13, new Date(at)),
    )
    const ahead = pass(14, minutesAfter(now, 6))
    const sent = [...wrong, ...good, ahead]
    expect(await as(teacher('体育与健康'), now, (ctx) => recordPasses(ctx, sent))).toEqual({
      added: good.length,
      refused: [...wrong, ahead].map(({ id }) => id),
    })
    const kept = await database.sql<{ id: string }>('select id from tenant.attendance_pass where id = any($1)', [
      sent.map(({ id }) => id),
    ])
    expect(kept.map(({ id }) => id).toSorted()).toEqual(good.map(({ id }) => id).toSorted())
  })
})
