import { beforeAll, expect, it } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { getFlowsOf } from '#kernel/approval/server/api.ts'
import { getFlowDetail } from '#kernel/approval/server/flow-detail.ts'
import { ensureDefaultPeriods } from '#kernel/schooling/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { CoverLesson, CoverItem } from '#engines/cover/contract.ts'
import { coverSetting } from '#engines/cover/server/api.ts'
import { loadCases } from '#engines/cover/server/cases.ts'
import { onAwayChanged } from '#engines/cover/server/follow-away.ts'
import { respondToCovers } from '#engines/cover/server/respond.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { aPublishedTimetable, aTaughtGrade } from '#engines/timetable/server/example.ts'
import type { LeaveForm } from '../contract.ts'
import { at, createLeaveWorld } from './leave.fixture.ts'
import { getLeaveChoices, listLessonsOfSpan } from './leave-details.ts'
import { moveLeaveByDate } from './leave-jobs.ts'
import { changeLeave, leaveSubject, returnFromLeave, submitLeave } from './requests.ts'

const world = createLeaveWorld()
const { database, orgs, actor, as, form, decide, statusOf } = world
const sunday = '2026-11-15'
const [monday, wednesday] = ['2026-11-16', '2026-11-18']
const timetableRights = [
  'timetable.read',
  'timetable.edit',
  'timetable.publish',
  'term.edit',
  'class.edit',
  'teaching.edit',
  'subject.edit',
]
let teacher: Actor
let helpers: Actor[]

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', coverSetting)
  const rights = timetableRights.map((right) => [right, orgTreeScope(orgs.school)] as const)
  const clerk = { ...actor('陈考勤'), permissions: new Map(rights) }
  const inOffice = <T>(work: (ctx: Ctx) => Promise<T>) => database.as(clerk, (ctx) => work({ ...ctx, now: at(sunday) }))
  await inOffice(async (ctx) => {
    const grade = await aTaughtGrade(ctx, orgs.school, { names: { 语文: '何老师' } })
    teacher = grade.teachers.get('语文')!
    helpers = []
    for (let count = 0; count < 4; count++) helpers.push(await aTeacher(ctx, { at: orgs.school, since: '2020-08-01' }))
    await ensureDefaultPeriods(ctx, orgs.school.id)
    await aPublishedTimetable(ctx, grade.term.id, monday)
  })
  await database.sql('update tenant.organisation set skips_adjust_audit = true where id = $1', [orgs.school.id])
})

const asTeacher = <T>(work: (ctx: Ctx) => Promise<T>, when = sunday) =>
  database.as(teacher, (ctx) => work({ ...ctx, now: at(when), requestId: newId() }))
const lessonsIn = (from: string, to: string) =>
  asTeacher((ctx) => listLessonsOfSpan(ctx, { ...form('事假', from, to), change: null, userId: null, hasFiles: false }))
const setRule = (beforeLeave: 'no' | 'warn' | 'block') =>
  asTeacher((ctx) => writeSetting(ctx, orgs.school.id, 'cover', { beforeLeave }))
const toWish = (lesson: CoverLesson, at: number, more: Partial<CoverItem> = {}): CoverItem => ({
  lessonId: lesson.lessonId,
  seenAt: lesson.seenAt,
  kind: 'substitute',
  askMode: 'one',
  userIds: [helpers[at % helpers.length]!.userId],
  otherLessonId: null,
  otherSeenAt: null,
  to: null,
  cancelReason: null,
  ...more,
})
const office = { askMode: 'office' as const, userIds: [] }
const submit = (leave: LeaveForm) => asTeacher((ctx) => submitLeave(ctx, leave))
const casesOf = async (leaveId: string) => {
  const rows = await database.sql<{ id: string }>('select id from tenant.cover_request where away_ref = $1', [leaveId])
  return asTeacher((ctx) =>
    loadCases(
      ctx,
      rows.map(({ id }) => id),
    ),
  )
}
const statusesOf = async (leaveId: string) => {
  const cases = await casesOf(leaveId)
  return Object.fromEntries(
    [...Map.groupBy(cases, ({ status }) => status)].map(([status, some]) => [status, some.length]),
  )
}
/** All who are asked say yes. */
async function agree(leaveId: string) {
  for (const { id, status, asks } of await casesOf(leaveId)) {
    if (status !== 'asking') continue
    const helper = helpers.find(({ userId }) => userId === asks[0]!.memberId)!
    await database.as(helper, (ctx) =>
      respondToCovers({ ...ctx, now: at(sunday), requestId: newId() }, { ids: [id], agree: true, note: '' }),
    )
  }
}
/** What the worker does after each act. */
async function deliver(when = sunday) {
  const events = await database.sql<{ ids: unknown }>(
    `select ids from tenant.event where name = 'away.changed' order by at, id`,
  )
  for (const { ids } of events) await asTeacher((ctx) => onAwayChanged.handle(ctx, ids), when)
}
const head = '赵校长'
const sick = (from: string, to: string, covers: CoverItem[], more: Partial<LeaveForm> = {}) =>
  form('病假', from, to, { covers, ...more })

it('lists the lessons in a span by the half-day, with what is arranged about each', async () => {
  const whole = await lessonsIn(monday, wednesday)
  expect(whole.length).toBeGreaterThan(3)
  expect(whole.every(({ state }) => state === 'free')).toBe(true)
  const morning = await lessonsIn(monday, `${monday}上午`)
  expect(morning.length).toBeGreaterThan(0)
  expect(morning).toEqual(whole.filter(({ day, begins }) => day === monday && begins < '12:00'))
  expect(await lessonsIn('2026-11-21', '2026-11-22')).toEqual([])
})

it('is not submitted before every lesson is arranged, if the school says so; the office counts as arranged', async () => {
  await setRule('block')
  expect((await asTeacher(getLeaveChoices)).beforeLeave).toBe('block')
  const lessons = await lessonsIn(monday, wednesday)
  const most = lessons.slice(0, -2).map((lesson, index) => toWish(lesson, index))
  await expect(submit(sick(monday, wednesday, most))).rejects.toThrow('还有2节课未安排')
  // Nothing of it stays.
  expect((await lessonsIn(monday, wednesday)).map(({ state }) => state)).toEqual(lessons.map(() => 'free'))
  const rest = lessons.slice(-2).map((lesson, index) => toWish(lesson, index, office))
  await expect(submit(sick(monday, `${monday}上午`, [...most, ...rest]))).rejects.toThrow('所选的课不在请假时间内')
  const { id } = await submit(sick(monday, wednesday, [...most, ...rest]))
  expect(await statusesOf(id)).toEqual({ asking: most.length, open: 2 })
  expect(
    (await casesOf(id)).every(({ source, awaySource }) => source === 'sick' && awaySource === 'teacher-leave'),
  ).toBe(true)
  const flowId = (await asTeacher((ctx) => getFlowsOf(ctx, leaveSubject, [id]))).get(id)!.id
  const { facts } = await as(head, sunday, (ctx) => getFlowDetail(ctx, flowId))
  expect(facts).toContainEqual({
    label: '课程安排',
    value: `${lessons.length}节课，${lessons.length}节已安排`,
  })
  await agree(id)
  expect(await statusesOf(id)).toEqual({ agreed: most.length, open: 2 })
  await decide(head, sunday, id)
  await deliver()
  expect(await statusesOf(id)).toEqual({ effective: most.length, open: 2 })
  await asTeacher(moveLeaveByDate, '2026-11-17T00:20')
  // Back on Tuesday: the covers from then on wait for a decision, the requests end.
  await asTeacher(
    (ctx) => returnFromLeave(ctx, { id, returnedOn: '2026-11-17', returnedHalf: 'am' }),
    '2026-11-17T07:00',
  )
  await deliver('2026-11-17T07:01')
  const after = await casesOf(id)
  expect(after).toHaveLength(lessons.length)
  for (const { status, isInDoubt, legs } of after)
    expect([status, isInDoubt]).toEqual(
      legs[0]!.day < '2026-11-17'
        ? ['effective', false]
        : status === 'recalled'
          ? ['recalled', false]
          : ['effective', true],
    )
  expect(after.filter(({ status }) => status === 'recalled')).toHaveLength(2)
})

it('takes its covers along when it is changed, and ends them when it is not approved', async () => {
  await setRule('warn')
  const [from, to] = ['2026-11-23', '2026-11-24']
  const lessons = await lessonsIn(from, to)
  const { id } = await submit(
    sick(
      from,
      to,
      lessons.map((lesson, index) => toWish(lesson, index)),
    ),
  )
  await agree(id)
  await decide(head, sunday, id)
  await deliver()
  expect(await statusesOf(id)).toEqual({ effective: lessons.length })
  const shorter = { ...sick(from, from, []), id }
  const { id: changedId } = await asTeacher((ctx) => changeLeave(ctx, shorter))
  await decide(head, sunday, changedId)
  await deliver()
  const cases = await casesOf(changedId)
  expect(cases).toHaveLength(lessons.length)
  for (const { isInDoubt, legs } of cases) expect(isInDoubt).toBe(legs[0]!.day > from)
  const later = await lessonsIn('2026-11-30', '2026-11-30')
  expect(later.length).toBeGreaterThan(0)
  const rejected = await submit(
    sick(
      '2026-11-30',
      '2026-11-30',
      later.map((lesson, index) => toWish(lesson, index)),
    ),
  )
  await agree(rejected.id)
  await decide(head, sunday, rejected.id, 'reject')
  expect(await statusOf(rejected.id)).toBe('rejected')
  expect(await statusesOf(rejected.id)).toEqual({ recalled: later.length })
  const again = await lessonsIn('2026-11-30', '2026-11-30')
  expect(again.map(({ state }) => state)).toEqual(later.map(() => 'free'))
})
