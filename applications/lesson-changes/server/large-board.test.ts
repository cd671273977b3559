import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { newId, orgTreeScope, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { listSwaps } from '#engines/cover/server/list-swaps.ts'
import { coverSetting } from '#engines/cover/server/settings.ts'
import { setAway } from '#engines/duty/server/api.ts'
import {
  changeLessons,
  findLessonObstacles,
  findLessons,
  toMoment,
  type LessonFacts,
} from '#engines/timetable/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { aFullDraft, createLargeSchool } from '#engines/timetable/server/large-school.fixture.ts'
import { publishTimetable } from '#engines/timetable/server/publish.ts'
import { requireDraft } from '#engines/timetable/server/timetables.ts'
import { getDayBoard } from './today.ts'

/** With 36 classes it is the school whose figures are in the report. */
const classes = Number(process.env['QIMING_TIMETABLE_CLASSES'] ?? 6)
const database = useDatabase()
const sunday = new Date('2026-09-06T04:00:00Z')
const [monday, tuesday, friday] = ['2026-09-07', '2026-09-08', '2026-09-11'] as const
let school: Awaited<ReturnType<typeof createLargeSchool>>
let lessons: LessonFacts[]

const inOffice = <T>(work: (ctx: Ctx) => Promise<T>) =>
  school.as({ ...school.office, permissions: new Map([['cover.arrange', orgTreeScope(school.school)]]) }, sunday, work)

/** How many statements some work takes, and its seconds. */
async function count(work: (ctx: Ctx) => Promise<unknown>) {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const began = performance.now()
  await inOffice((ctx) => work({ ...ctx, db: ctx.db.withPlugin(counter) as Ctx['db'] }))
  const milliseconds = performance.now() - began
  return { statements, milliseconds }
}

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', coverSetting)
  school = await createLargeSchool(database, sunday, classes)
  await school.inOffice(async (ctx) => {
    const timetableId = await aFullDraft(ctx, school.term.id)
    const { version } = await requireDraft(ctx, 'timetable.publish', timetableId)
    await publishTimetable(ctx, { timetableId, effectiveOn: monday, version })
  })
  await database.sql('analyze')
  lessons = await inOffice((ctx) => findLessons(ctx, school.school.id, { isEvery: true, from: monday, to: friday }))
}, 180_000)

const teachersOf = (day: string) => [
  ...new Set(lessons.filter((lesson) => lesson.day === day).flatMap(({ teachers }) => teachers.map(({ id }) => id))),
]
const beAway = (day: string, userIds: readonly string[]) =>
  inOffice(async (ctx) => {
    const spans = [{ startsAt: toMoment(day, '00:00'), endsAt: toMoment(day, '23:59') }]
    for (const userId of userIds) await setAway(ctx, { source: 'teacher-leave', ref: newId(), userId, spans })
  })

it('the board takes as many statements for ten absent teachers as for one', async () => {
  await beAway(monday, teachersOf(monday).slice(0, 1))
  await beAway(tuesday, teachersOf(tuesday).slice(0, 10))
  const read = (day: string) => count((ctx) => getDayBoard(ctx, { orgId: null, date: day }))
  const [one, ten] = [await read(monday), await read(tuesday)]
  expect(ten.statements).toBe(one.statements)
  expect(ten.statements).toBeLessThan(40)
  console.log(`cover: ${classes} classes, ${school.teachers} teachers: board ${ten.milliseconds.toFixed(0)} ms`)
})

it('twenty lessons are judged with the statements of two, and changed together', async () => {
  const toChanges = (day: string, most: number) =>
    lessons
      .filter((lesson) => lesson.day === day)
      .slice(0, most)
      .map(({ id }) => ({ lessonId: id, seenAt: undefined, to: { teacherIds: [] }, remark: '自习' }))
  const [orgId, two, twenty] = [school.school.id, toChanges('2026-09-09', 2), toChanges('2026-09-10', 20)]
  const judge = (changes: typeof two) => count((ctx) => findLessonObstacles(ctx, { orgId, changes }))
  expect((await judge(twenty)).statements).toBe((await judge(two)).statements)
  const began = performance.now()
  const changed = await inOffice((ctx) => changeLessons(ctx, { orgId, by: 'cover', changes: twenty }))
  expect(changed).toHaveLength(20)
  console.log(`cover: 20 lessons changed in ${(performance.now() - began).toFixed(0)} ms`)
})

it('exchanges are judged together, whatever their number', async () => {
  const own = lessons.find(({ day, teachers }) => day === friday && teachers.length > 0)!
  const read = (from: string, to: string) =>
    count(async (ctx) => {
      const [lesson] = await findLessons(ctx, own.orgId, { ids: [own.id] })
      return listSwaps(ctx, lesson!, { from, to })
    })
  const [day, week] = [await read(monday, monday), await read(monday, friday)]
  expect(Math.abs(week.statements - day.statements)).toBeLessThanOrEqual(4)
  console.log(`cover: swaps of a week in ${week.milliseconds.toFixed(0)} ms with ${week.statements} statements`)
})
