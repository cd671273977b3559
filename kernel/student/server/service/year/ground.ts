import { dayOf, found, invalid, Refusal, scopeOf, type Ctx } from '#packages/core'
import { findUnit } from '#kernel/org/server'
import {
  firstDayOf,
  gradeName,
  schoolYearOf,
  stages,
  yearOfGrade,
  type GradeNaming,
  type Stage,
} from '#kernel/schooling/contract.ts'
import { gradeNamingOf } from '#kernel/schooling/server'
import type { YearWishes } from '../../../contract.ts'
import { gradesOf, type GradeRow } from '../../year-queries.ts'

/** A school at the turn of a year: which of its grades leave, and which are to come. */
export interface Ground {
  orgId: string
  orgName: string
  /** The year that begins, and its first day. */
  schoolYear: number
  firstDay: string
  today: string
  naming: GradeNaming
  grades: readonly GradeRow[]
}

const schoolTypes = ['school', 'kindergarten', 'other-school']

/** The school that is asked for, or one's own: only within reach of the right to do it. */
export async function schoolIn(ctx: Ctx, orgId: string | null | undefined) {
  const school = found(await findUnit(ctx, scopeOf(ctx, 'year.change'), orgId ?? ctx.actor.orgId), '学校')
  if (!schoolTypes.includes(school.type)) throw new Refusal('请选择具体学校')
  return school
}

/** What it is about unless somebody says it: the running year while pupils of a grade that is over are still here. */
function usualYear(today: string, grades: readonly GradeRow[]): number {
  const running = schoolYearOf(today)
  const isOverdue = grades.some((grade) => grade.pupils > 0 && yearOfGrade(grade, firstDayOf(running)) > grade.years)
  return isOverdue ? running : running + 1
}

export async function groundOf(ctx: Ctx, school: { id: string; name: string }, asked?: number): Promise<Ground> {
  const today = dayOf(ctx.now)
  const grades = await gradesOf(ctx.db, school.id)
  const schoolYear = asked ?? usualYear(today, grades)
  const running = schoolYearOf(today)
  if (schoolYear !== running && schoolYear !== running + 1)
    throw invalid([{ field: 'schoolYear', msg: '只能办理本学年或下学年的升级' }])
  const naming = await gradeNamingOf(ctx)
  const firstDay = firstDayOf(schoolYear)
  return { orgId: school.id, orgName: school.name, schoolYear, firstDay, today, naming, grades }
}

const dayMs = 24 * 3600_000
/** A year is over with June; from the first of June on it may be prepared. */
export const isEarly = ({ today, schoolYear }: Ground) => today < `${schoolYear}-06-01`
export const daysLeft = ({ today, schoolYear }: Ground) =>
  Math.max(0, Math.round((Date.parse(`${schoolYear}-07-01`) - Date.parse(today)) / dayMs))

export const isOver = ({ firstDay }: Ground, grade: GradeRow) => yearOfGrade(grade, firstDay) > grade.years
const hasJustEnded = ({ firstDay }: Ground, grade: GradeRow) => yearOfGrade(grade, firstDay) === grade.years + 1
const isNew = ({ schoolYear }: Ground, { startYear }: GradeRow) => startYear === schoolYear

/** Those that leave now, or should have left long ago. */
export const leavingGrades = (ground: Ground) =>
  ground.grades.filter((grade) => isOver(ground, grade) && (grade.pupils > 0 || hasJustEnded(ground, grade)))
export const stayingGrades = (ground: Ground) =>
  ground.grades.filter((grade) => !isOver(ground, grade) && grade.startYear < ground.schoolYear)
export const newGrade = (ground: Ground, stage: number) =>
  ground.grades.find((grade) => grade.stage === stage && isNew(ground, grade))

/** The grade that somebody of this one repeats with. */
export const gradeBelow = ({ grades }: Ground, { stage, startYear }: GradeRow) =>
  grades.find((grade) => grade.stage === stage && grade.startYear === startYear + 1)

/** How many years those of a stage stay at this school: as the last ones did. */
export const yearsOf = ({ grades }: Ground, stage: number) =>
  grades.find((grade) => grade.stage === stage)?.years ?? stages[stage as Stage].years

const nameOfNew = (ground: Ground, stage: number) =>
  gradeName({ stage, startYear: ground.schoolYear, years: yearsOf(ground, stage) }, ground.firstDay, ground.naming)

/** What is proposed: leaving with the end of June, and as many new classes as came last year. */
export function usualWishes(ground: Ground): YearWishes {
  const stagesHere = [...new Set(ground.grades.map(({ stage }) => stage))]
  const classesOf = (stage: number) =>
    newGrade(ground, stage)?.classCount || ground.grades.find((grade) => grade.stage === stage)!.classCount
  return {
    leavesOn: `${ground.schoolYear}-07-01`,
    newGrades: stagesHere.map((stage) => ({ stage, classes: classesOf(stage) })),
    pupils: [],
  }
}

const named = (ground: Ground, grade: GradeRow, day: string) => gradeName(grade, day, ground.naming)

/** The grades as the wizard shows them: what they are called now, and then. */
export function describeGrades(ground: Ground) {
  const leaving = leavingGrades(ground)
  return [...leaving, ...stayingGrades(ground)].map((grade) => ({
    id: grade.id,
    leaves: leaving.includes(grade),
    classCount: grade.classCount,
    pupils: grade.pupils,
    nameNow: named(ground, grade, ground.today),
    nameThen: leaving.includes(grade) ? '毕业' : named(ground, grade, ground.firstDay),
  }))
}

export const describeNewGrades = (ground: Ground, wishes: YearWishes) =>
  wishes.newGrades.map(({ stage, classes }) => ({
    stage,
    classes,
    name: nameOfNew(ground, stage),
    isThere: newGrade(ground, stage) !== undefined,
  }))

/** How many classes are opened that are not there yet. */
export const countNewClasses = (ground: Ground, { newGrades }: YearWishes) =>
  newGrades.reduce(
    (sum, { stage, classes }) => sum + Math.max(0, classes - (newGrade(ground, stage)?.classCount ?? 0)),
    0,
  )
