import { beforeAll, expect, it } from 'vitest'
import { emptyScope, orgTreeScope, Ret, wholeDistrict, type Actor, type Ctx, type Scope } from '#packages/core'
import { getClassAttendance } from '#applications/data-centre/server/figures/class-attendance.ts'
import { getOpenExceptions } from '#applications/data-centre/server/figures/open-exceptions.ts'
import { getDayBoard } from '#applications/lesson-changes/server/today.ts'
import { readClassDay } from '#applications/roll-call/server/record-routes.ts'
import { rollRecords } from '#applications/roll-call/server/records.ts'
import { enterLeave, getAbsenceBoard } from '#engines/attendance/server/api.ts'
import { createRollWorld, minutesAfter, monday, sunday } from '#engines/attendance/server/sessions/rolls.fixture.ts'
import { setAway } from '#engines/duty/server/api.ts'
import { toMoment } from '#engines/timetable/server/api.ts'
import { listMissing, publishFacts, readMetric } from '#kernel/metric/server/api.ts'
import { addUpMetrics } from '#kernel/metric/server/example.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { useWholeApp } from '../testing/whole-app.ts'

// Monday between the first lesson and the second one: the first class has a roll, the second has none.
const { database, world, as, teacher, lessonAt, begin, end, save, pupil } = createRollWorld()
let now: Date
let first: Awaited<ReturnType<typeof lessonAt>>
let principal: Actor
let heads: [Actor, Actor]

const can = (actor: Actor, scope: Scope, ...codes: string[]): Actor => ({
  ...actor,
  permissions: new Map(codes.map((code) => [code, scope])),
})
const hire = (name: string) =>
  world.week.inOffice((ctx) => aTeacher(ctx, { at: world.week.school, name, since: '2020-08-01' }))
const of = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) => as(actor, now, work)
const exceptionsOf = (actor: Actor) => of(actor, getOpenExceptions)
const countsOf = async (actor: Actor) =>
  (await exceptionsOf(actor)).items.map(({ title, count, unit }) => `${title} ${count} ${unit}`)
const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams)

beforeAll(async () => {
  useWholeApp(database)
  const { school, inOffice, grade, pupils } = world.week
  principal = can(await hire('校长'), orgTreeScope(school), 'roll.read', 'roll.stat', 'cover.read', 'cover.stat')
  const [one, other] = [await hire('一班班主任'), await hire('二班班主任')]
  await inOffice((ctx) =>
    setClassHeads(
      ctx,
      [one, other].map(({ userId }, at) => ({ classId: grade.classIds[at]!, userId })),
      '2026-09-01',
    ),
  )
  const led = (actor: Actor) => can(actor, { ...emptyScope, classesOf: actor.userId }, 'roll.read', 'roll.handle')
  heads = [led(one), led(other)]
  await inOffice((ctx) =>
    enterLeave(ctx, orgTreeScope(school), {
      studentId: pupils[2]!,
      kind: 'private',
      startsOn: monday,
      startHalf: 'am',
      endsOn: monday,
      endHalf: 'pm',
      periodIds: [],
      reason: '家中有事',
      symptoms: [],
      fileIds: [],
    }),
  )
  first = await lessonAt(0, monday, 1)
  await save(teacher('语文'), first, minutesAfter(begin(first), 3), {
    submit: true,
    marks: [
      { studentId: pupil(0), status: 'missing' },
      { studentId: pupil(1), status: 'late', minutes: 5 },
    ],
  })
  now = minutesAfter(end(first), 2)
})

it('what waits for those in charge has the number of the list that it leads to', async () => {
  const { school, grade } = world.week
  const day = monday
  await of(world.week.office, (ctx) =>
    setAway(ctx, {
      source: 'teacher-leave',
      ref: first.id,
      userId: grade.teachers.get('英语')!.userId,
      spans: [{ startsAt: toMoment(day, '00:00'), endsAt: toMoment(day, '23:59') }],
    }),
  )
  const codes = ['roll.read', 'roll.handle', 'roll.stat', 'cover.read', 'cover.arrange', 'cover.stat']
  const office = can(await hire('教务'), orgTreeScope(school), ...codes)
  expect(await countsOf(office)).toEqual(['未点名 1 节', '未说明 1 人', '待安排代课 1 节'])
  const [rolls, children, covers] = (await exceptionsOf(office)).items.map(({ url }) => url)
  expect(rolls).toBe(`/application/CallTheRoll/records?status=missed&day=${day}%7E${day}`)
  const listed = await of(office, (ctx) =>
    rollRecords.list(ctx, {
      keyword: '',
      orgId: null,
      pageNumber: 1,
      pageSize: 20,
      status: 'missed',
      day: { from: day, to: day },
    }),
  )
  expect(listed.items.map(({ id }) => id)).toEqual([(await lessonAt(1, day, 1)).id])
  expect(children).toMatch('/application/CallTheRoll/unexplained?')
  const ofPage = queryOf(children!)
  const { open } = await of(office, (ctx) =>
    getAbsenceBoard(ctx, orgTreeScope(school), ofPage['orgId']!, ofPage['date']!),
  )
  expect(open.map(({ studentId }) => studentId)).toEqual([pupil(0)])
  expect(covers).toMatch('/application/classAdjustQuery/today?')
  const { orgId, date } = queryOf(covers!)
  expect((await of(office, (ctx) => getDayBoard(ctx, { orgId: orgId!, date: date! }))).open).toBe(1)
  // Of another school nothing is seen, and nothing waits where the permissions end.
  expect(await countsOf(can(world.week.neighbour, orgTreeScope(world.week.other), ...codes))).toEqual([])
  expect(await countsOf(can(office, orgTreeScope(school)))).toEqual([])
})

it('whoever may not open a list sees the figure of the school, and a bureau the schools without one', async () => {
  const { school, other, bureau } = world.week
  const publish = (code: string, orgId: string, facts: Parameters<typeof publishFacts>[2][number]['facts']) =>
    of(world.week.office, (ctx) => publishFacts(ctx, code, [{ orgId, day: monday, facts }]))
  await publish('attendance.unexplained', school.id, [{ value: 4 }])
  await publish('attendance.unexplained', other.id, [{ value: 3 }])
  await publish('attendance.rate', school.id, [{ value: 20, of: 26 }])
  await publish('attendance.rate', other.id, 'missing')
  await addUpMetrics(database, now)
  expect(await countsOf(principal)).toEqual(['未点名 1 节', '未说明 4 人'])
  const chief = can(await world.week.inOffice((ctx) => aTeacher(ctx, { at: bureau })), wholeDistrict, 'roll.stat')
  expect(await countsOf(chief)).toEqual(['未说明 7 人', '未上报出勤率 1 所'])
  for (const [actor, at] of [
    [principal, 1],
    [chief, 0],
  ] as const) {
    const { url, count } = (await exceptionsOf(actor)).items[at]!
    expect(url).toMatch('/appData/index?')
    const { code, org, from, to } = queryOf(url)
    const figure = { codes: [code!], orgId: org!, from: from!, to: to! }
    const [reading] = await of(actor, (ctx) => readMetric(ctx, figure))
    expect(reading!.values[0]!.value).toBe(count)
  }
  const { code, org, from } = queryOf((await exceptionsOf(chief)).items[1]!.url)
  expect(await of(chief, (ctx) => listMissing(ctx, code!, { orgId: org!, day: from! }))).toEqual([
    { id: other.id, name: expect.any(String) },
  ])
})

it('there is nothing on a day without lessons', async () => {
  const { items } = await as(principal, sunday, getOpenExceptions)
  expect(items).toEqual([])
})

it('the class teacher reads who is absent, late and on leave, and another one nothing of it', async () => {
  const [own, other] = heads
  const [classId, otherClassId] = world.week.grade.classIds as [string, string]
  const cardOf = (actor: Actor) => of(actor, getClassAttendance)
  const [card] = await cardOf(own)
  expect(await cardOf(own)).toHaveLength(1)
  expect(card).toMatchObject({ classId, rolled: 1, absent: 1, late: 1, onLeave: 1 })
  expect(card!.url).toBe(`/application/CallTheRoll/class?class=${classId}`)
  const shown = await of(own, (ctx) => readClassDay(ctx, { classId: queryOf(card!.url!)['class']! }))
  const { missing, late, private: onLeave } = shown.figures
  expect({ missing, late, onLeave }).toEqual({ missing: 1, late: 1, onLeave: 1 })
  expect(shown.pupils).toHaveLength(26)
  const theirs = await cardOf(other)
  expect(theirs.map((row) => row.classId)).toEqual([otherClassId])
  expect(theirs[0]).toMatchObject({ rolled: 0, absent: 0, late: 0, onLeave: 0 })
  await expect(of(other, (ctx) => readClassDay(ctx, { classId }))).rejects.toMatchObject({ ret: Ret.notFound })
  // Whoever only teaches the class has the number, and no names.
  const [taught] = await cardOf(can(teacher('语文'), emptyScope))
  expect(taught).toMatchObject({ classId, absent: 1, url: null })
})
