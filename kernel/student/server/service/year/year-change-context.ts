import { dayOf, orNotFound, invalid, Refusal, scopeOf, type Ctx } from '#packages/core'
import { findUnit } from '#kernel/org/server/api.ts'
import {
  getFirstDayOfSchoolYear,
  formatGradeName,
  getSchoolYear,
  stages,
  getYearOfGrade,
  type GradeNaming,
  type Stage,
} from '#kernel/schooling/contract.ts'
import { getGradeNaming } from '#kernel/schooling/server/api.ts'
import type { YearPlanInput } from '../../../contract.ts'
import { listYearGrades, type YearGradeRow } from '../../year-queries.ts'

/** A school at the turn of a school year, with its grades. */
export interface YearChangeContext {
  orgId: string
  orgName: string
  /** The school year that begins, and its first day. */
  schoolYear: number
  firstDay: string
  today: string
  naming: GradeNaming
  grades: readonly YearGradeRow[]
}

const schoolTypes = ['school', 'kindergarten', 'other-school']

/** The requested school or the caller's own, within the scope of `year.change`. */
export async function requireYearSchool(ctx: Ctx, orgId: string | null | undefined) {
  const school = orNotFound(await findUnit(ctx, scopeOf(ctx, 'year.change'), orgId ?? ctx.actor.orgId), '学校')
  if (!schoolTypes.includes(school.type)) throw new Refusal('请选择具体学校')
  return school
}

/** The running year while pupils of a finished grade are still enrolled, otherwise the next year. */
function getDefaultYear(today: string, grades: readonly YearGradeRow[]): number {
  const running = getSchoolYear(today)
  const isOverdue = grades.some(
    (grade) => grade.pupils > 0 && getYearOfGrade(grade, getFirstDayOfSchoolYear(running)) > grade.years,
  )
  return isOverdue ? running : running + 1
}

export async function loadYearChangeContext(
  ctx: Ctx,
  school: { id: string; name: string },
  requestedYear?: number,
): Promise<YearChangeContext> {
  const today = dayOf(ctx.now)
  const grades = await listYearGrades(ctx.db, school.id)
  const schoolYear = requestedYear ?? getDefaultYear(today, grades)
  const running = getSchoolYear(today)
  if (schoolYear !== running && schoolYear !== running + 1)
    throw invalid([{ field: 'schoolYear', msg: '只能办理本学年或下学年的升级' }])
  const naming = await getGradeNaming(ctx)
  const firstDay = getFirstDayOfSchoolYear(schoolYear)
  return { orgId: school.id, orgName: school.name, schoolYear, firstDay, today, naming, grades }
}

const dayMs = 24 * 3600_000
/** A school year ends with June. The year change can be prepared from the first of June on. */
export const isEarly = ({ today, schoolYear }: YearChangeContext) => today < `${schoolYear}-06-01`
export const countDaysLeft = ({ today, schoolYear }: YearChangeContext) =>
  Math.max(0, Math.round((Date.parse(`${schoolYear}-07-01`) - Date.parse(today)) / dayMs))

export const isGradeOver = ({ firstDay }: YearChangeContext, grade: YearGradeRow) =>
  getYearOfGrade(grade, firstDay) > grade.years
const hasJustEnded = ({ firstDay }: YearChangeContext, grade: YearGradeRow) =>
  getYearOfGrade(grade, firstDay) === grade.years + 1
const isNew = ({ schoolYear }: YearChangeContext, { startYear }: YearGradeRow) => startYear === schoolYear

/** The grades that leave now or are overdue. */
export const listLeavingGrades = (context: YearChangeContext) =>
  context.grades.filter((grade) => isGradeOver(context, grade) && (grade.pupils > 0 || hasJustEnded(context, grade)))
export const listStayingGrades = (context: YearChangeContext) =>
  context.grades.filter((grade) => !isGradeOver(context, grade) && grade.startYear < context.schoolYear)
export const findNewGrade = (context: YearChangeContext, stage: number) =>
  context.grades.find((grade) => grade.stage === stage && isNew(context, grade))

/** The grade that a repeater of this grade joins. */
export const findGradeBelow = ({ grades }: YearChangeContext, { stage, startYear }: YearGradeRow) =>
  grades.find((grade) => grade.stage === stage && grade.startYear === startYear + 1)

/** The number of years of a stage at this school, taken from its latest grade. */
export const getStageYears = ({ grades }: YearChangeContext, stage: number) =>
  grades.find((grade) => grade.stage === stage)?.years ?? stages[stage as Stage].years

const getNewGradeName = (context: YearChangeContext, stage: number) =>
  formatGradeName(
    { stage, startYear: context.schoolYear, years: getStageYears(context, stage) },
    context.firstDay,
    context.naming,
  )

/** The default plan: pupils leave at the end of June, and as many classes open as last year. */
export function getDefaultPlanInput(context: YearChangeContext): YearPlanInput {
  const stagesHere = [...new Set(context.grades.map(({ stage }) => stage))]
  const classesOf = (stage: number) =>
    findNewGrade(context, stage)?.classCount || context.grades.find((grade) => grade.stage === stage)!.classCount
  return {
    leavesOn: `${context.schoolYear}-07-01`,
    newGrades: stagesHere.map((stage) => ({ stage, classes: classesOf(stage) })),
    pupils: [],
  }
}

const getGradeName = (context: YearChangeContext, grade: YearGradeRow, day: string) =>
  formatGradeName(grade, day, context.naming)

/** The grades with their names before and after the year change. */
export function describeGrades(context: YearChangeContext) {
  const leaving = listLeavingGrades(context)
  return [...leaving, ...listStayingGrades(context)].map((grade) => ({
    id: grade.id,
    leaves: leaving.includes(grade),
    classCount: grade.classCount,
    pupils: grade.pupils,
    nameNow: getGradeName(context, grade, context.today),
    nameThen: leaving.includes(grade) ? '毕业' : getGradeName(context, grade, context.firstDay),
  }))
}

export const describeNewGrades = (context: YearChangeContext, input: YearPlanInput) =>
  input.newGrades.map(({ stage, classes }) => ({
    stage,
    classes,
    name: getNewGradeName(context, stage),
    isThere: findNewGrade(context, stage) !== undefined,
  }))

/** The number of planned classes that do not exist yet. */
export const countNewClasses = (context: YearChangeContext, { newGrades }: YearPlanInput) =>
  newGrades.reduce(
    (sum, { stage, classes }) => sum + Math.max(0, classes - (findNewGrade(context, stage)?.classCount ?? 0)),
    0,
  )
