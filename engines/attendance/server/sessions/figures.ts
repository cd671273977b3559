import { dayOf, orNotFound, type Ctx } from '#packages/core'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { listLessonFacts, listPeriodsOfSchool } from '#engines/timetable/server/api.ts'
import type { AttendanceFigures, AttendanceStatus } from '../../contract.ts'
import {
  findOrgOfClass,
  listMissedIds,
  listSubjectNames,
  sumMarks,
  sumMissed,
  sumSessions,
  type FigureKey,
  type FigureSpan,
} from './figure-queries.ts'
import { attendanceSetting } from '../settings.ts'
import { listMemberNames } from './lesson-queries.ts'
import { readRules, type AttendanceRules } from './load-lessons.ts'
import type { NeededLessons } from './needed-lesson-queries.ts'
import { formatClock } from './roll-rules.ts'

/** Counts of pupil-lessons. `present` are those who were there on time to the end; late and early ones are apart. */
export const noFigures: AttendanceFigures = {
  expected: 0,
  present: 0,
  late: 0,
  halfMissed: 0,
  early: 0,
  sick: 0,
  private: 0,
  official: 0,
  missing: 0,
  truant: 0,
  unrecorded: 0,
}

/** Adds one pupil-lesson. What is not recorded is not expected either. */
export function countStatus(
  figures: AttendanceFigures,
  { status, minutes }: { status: AttendanceStatus; minutes: number | null },
  { halfLessonMinutes }: Pick<AttendanceRules, 'halfLessonMinutes'>,
) {
  figures[status]++
  if (status !== 'unrecorded') figures.expected++
  if (status === 'late' && minutes !== null && minutes >= halfLessonMinutes) figures.halfMissed++
}

export interface SchoolFigures extends AttendanceFigures {
  /** Lessons that need a roll, and those with one. */
  lessons: number
  rolled: number
}
export interface FigureRow extends SchoolFigures {
  key: string
  name: string
}

export type FigureQuestion = { from: string; to: string } & (
  | { orgId: string; classIds?: readonly string[] }
  | { classIds: readonly [string, ...string[]] }
)

export const toNeeded = ({ now }: Pick<Ctx, 'now'>, { lessons }: Pick<AttendanceRules, 'lessons'>): NeededLessons => ({
  lessons,
  today: dayOf(now),
  clock: formatClock(now),
})

interface SchoolSpan extends FigureSpan {
  orgId: string
}

async function toSpan(ctx: Ctx, question: FigureQuestion): Promise<SchoolSpan> {
  const { from, to, classIds = null } = question
  const orgId =
    'orgId' in question ? question.orgId : orNotFound(await findOrgOfClass(ctx.db, question.classIds[0]), '班级')
  return { orgId, orgIds: [orgId], classIds, from, to }
}

type FigureRules = Pick<AttendanceRules, 'lessons' | 'halfLessonMinutes'>

async function sumByKey(
  ctx: Ctx,
  span: FigureSpan,
  by: FigureKey,
  rules: FigureRules,
): Promise<Map<string, SchoolFigures>> {
  const found = new Map<string, SchoolFigures>()
  const at = (key: string): SchoolFigures => {
    const known = found.get(key) ?? { ...noFigures, lessons: 0, rolled: 0 }
    found.set(key, known)
    return known
  }
  for (const { key, rolled, expected } of await sumSessions(ctx.db, span, by)) {
    const row = at(key)
    row.rolled += Number(rolled)
    row.lessons += Number(rolled)
    row.expected += Number(expected)
    row.present += Number(expected)
  }
  for (const { key, status, count, halfMissed } of await sumMarks(ctx.db, span, by, rules)) {
    const row = at(key)
    row[status] += Number(count)
    row.present -= Number(count)
    row.halfMissed += Number(halfMissed)
  }
  for (const { key, missed, unrecorded } of await sumMissed(ctx.db, span, by, toNeeded(ctx, rules))) {
    const row = at(key)
    row.lessons += Number(missed)
    row.unrecorded += Number(unrecorded)
  }
  return found
}

const sumOfSchool = async (ctx: Ctx, span: SchoolSpan, by: FigureKey) =>
  sumByKey(ctx, span, by, await readRules(ctx, span.orgId))

/** The names of the rows, in the order in which they are listed. */
async function nameKeys(ctx: Ctx, { orgId, to }: SchoolSpan, by: FigureKey, keys: readonly string[]) {
  if (by === 'class' || by === 'grade') {
    const classes = [...(await describeClasses(ctx, { orgId }, to)).values()].toSorted(
      (a, b) => a.stage - b.stage || b.startYear - a.startYear || a.sort - b.sort,
    )
    return new Map(classes.map((one) => (by === 'class' ? [one.id, one.label] : [one.gradeId, one.gradeName])))
  }
  if (by === 'period') return new Map((await listPeriodsOfSchool(ctx, orgId, to)).map(({ id, name }) => [id, name]))
  if (by === 'day') return new Map(keys.toSorted().map((key) => [key, key]))
  const ids = keys.filter((key) => key !== '')
  const names = await (by === 'subject' ? listSubjectNames(ctx.db, ids) : listMemberNames(ctx.db, ids))
  return new Map([...names].toSorted(([, a], [, b]) => a.localeCompare(b, 'zh-CN')))
}

/**
 * The figures of a school, or of some classes, in some days. They come from the rolls and their exceptions: whoever has
 * none was there. The caller checks the scope.
 */
export async function sumFigures(
  ctx: Ctx,
  question: FigureQuestion & { by: Exclude<FigureKey, 'day' | 'schoolDay'> },
): Promise<FigureRow[]> {
  const span = await toSpan(ctx, question)
  const rows = await sumOfSchool(ctx, span, question.by)
  const names = await nameKeys(ctx, span, question.by, [...rows.keys()])
  const known = [...names].flatMap(([key, name]) => {
    const row = rows.get(key)
    return row ? [{ key, name, ...row }] : []
  })
  const others = [...rows].filter(([key]) => !names.has(key))
  return [...known, ...others.map(([key, row]) => ({ key, name: '其他', ...row }))]
}

/** The same over all of them. */
export async function sumTotal(ctx: Ctx, question: FigureQuestion): Promise<SchoolFigures> {
  const total = { ...noFigures, lessons: 0, rolled: 0 }
  for (const row of (await sumOfSchool(ctx, await toSpan(ctx, question), 'day')).values())
    for (const name of Object.keys(total) as (keyof SchoolFigures)[]) total[name] += row[name]
  return total
}

export interface DailyFigures extends SchoolFigures {
  day: string
}

const toDays = <Day extends DailyFigures>(days: readonly Day[]): Day[] =>
  days.filter(({ rolled }) => rolled > 0).toSorted((a, b) => (a.day < b.day ? -1 : 1))

/** Per day, in order; days without a roll are left out. */
export async function sumDailyFigures(ctx: Ctx, question: FigureQuestion): Promise<DailyFigures[]> {
  const rows = await sumOfSchool(ctx, await toSpan(ctx, question), 'day')
  return toDays([...rows].map(([day, row]) => ({ day, ...row })))
}

/**
 * The same of many schools, per school and day. Schools with the same rules are counted together. The caller checks the
 * scope.
 */
export async function sumDailyFiguresOfSchools(
  ctx: Ctx,
  schools: readonly { id: string; path: string }[],
  { from, to }: { from: string; to: string },
): Promise<(DailyFigures & { orgId: string })[]> {
  const rules = await attendanceSetting.readEach(
    ctx,
    schools.map(({ path }) => path),
  )
  const ruled = schools.map(({ id }, at) => ({ id, rules: rules[at]! }))
  const groups = Map.groupBy(ruled, ({ rules: { lessons, halfLessonMinutes } }) => `${lessons} ${halfLessonMinutes}`)
  const days: (DailyFigures & { orgId: string })[] = []
  for (const some of groups.values()) {
    const span = { orgIds: some.map(({ id }) => id), classIds: null, from, to }
    for (const [key, row] of await sumByKey(ctx, span, 'schoolDay', some[0]!.rules)) {
      const [orgId = '', day = ''] = key.split(' ')
      days.push({ orgId, day, ...row })
    }
  }
  return toDays(days)
}

/** Lessons that needed a roll, and those with one. The caller checks the scope. */
export async function countRolled(ctx: Ctx, question: FigureQuestion): Promise<{ lessons: number; rolled: number }> {
  const { lessons, rolled } = await sumTotal(ctx, question)
  return { lessons, rolled }
}

export interface MissedLesson {
  lessonId: string
  day: string
  periodName: string
  groupName: string
  subjectName: string
  teacherNames: string
}
const mostMissed = 2_000

/** Lessons that ended without a roll, the latest first: of a school, or with pupils of some classes. The caller checks the scope. */
export async function listMissedLessons(ctx: Ctx, question: FigureQuestion): Promise<MissedLesson[]> {
  const span = await toSpan(ctx, question)
  const ids = await listMissedIds(ctx.db, span, toNeeded(ctx, await readRules(ctx, span.orgId)), mostMissed)
  const facts = await listLessonFacts(ctx, ids)
  return ids.flatMap((id) => {
    const lesson = facts.get(id)
    if (!lesson) return []
    const { day, periodName, groupName, subjectName, teachers } = lesson
    const teacherNames = teachers.map(({ name }) => name).join('、')
    return [{ lessonId: id, day, periodName, groupName, subjectName, teacherNames }]
  })
}
