import { dayOf, type Ctx } from '#packages/core'
import { getSchoolYear } from '../contract.ts'
import { listClassRows } from './class-queries.ts'
import { openGrade } from './service/classes/edit-classes.ts'

interface GradeFacts {
  /** 2 is the primary school, 3 the middle school. */
  stage?: number
  startYear?: number
  classes?: number
}

/** A grade with its classes in display order; the youngest of the middle school unless told otherwise. */
export async function aGrade(ctx: Ctx, org: { id: string }, { stage = 3, startYear, classes = 1 }: GradeFacts = {}) {
  const year = startYear ?? getSchoolYear(dayOf(ctx.now))
  const { gradeId } = await openGrade(ctx, { orgId: org.id, stage, startYear: year, classes })
  const rows = await listClassRows(ctx.db, { orgId: org.id })
  return { orgId: org.id, gradeId, classIds: rows.filter((row) => row.gradeId === gradeId).map(({ id }) => id) }
}

/** Where a pupil is enrolled. */
export interface ClassRef {
  orgId: string
  gradeId: string
  classId: string | null
}

interface GradeRef {
  orgId: string
  gradeId: string
  classIds: readonly string[]
}
/** A class of a grade, by its position or its id; null for pupils without a class. */
export function classOf(grade: GradeRef, at?: number | string): ClassRef & { classId: string }
export function classOf(grade: GradeRef, at: number | string | null): ClassRef
export function classOf({ orgId, gradeId, classIds }: GradeRef, at: number | string | null = 0): ClassRef {
  return { orgId, gradeId, classId: typeof at === 'number' ? classIds[at]! : at }
}

/** The first class of a grade: 七(1)班 unless told otherwise. */
export const aClass = async (ctx: Ctx, org: { id: string }, facts: GradeFacts = {}) =>
  classOf(await aGrade(ctx, org, facts))

export {
  classStaffSql,
  insertClassesOfSchools,
  insertLedClasses,
  insertTeachersOfFourClasses,
} from './scoped-classes.ts'
