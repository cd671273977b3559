import { dayOf, type Ctx, emptyScope, type Scope } from '#packages/core'
import type { QueryOf } from '#packages/contract'
import { formatClassLabel, formatGradeName, getYearOfGrade, type GradeNaming } from '../../../contract-school-year.ts'
import type { ClassState, ClassTeacherRole, classRoutes } from '../../../contract-classes.ts'
import { listClassRows, type ClassRow, listClassesInScope } from '../../class-queries.ts'
import { listClassesOfStaff, listTeachersOfClasses } from '../../class-teacher-queries.ts'
import { getGradeNaming } from '../../settings.ts'
import type { MyClass } from '../../../contract-teaching.ts'
import { findOrg } from '../../time-org-queries.ts'
import { isSchool } from './school-access.ts'

export interface ClassDescription {
  id: string
  orgId: string
  gradeId: string
  stage: number
  startYear: number
  years: number
  name: string
  gradeName: string
  /** 七(3)班. */
  label: string
  sort: number
  /** The first day after the class was closed. */
  closedOn: string | null
}

/** The labels of classes on a day. Callers must check the scope. */
export async function describeClasses(
  ctx: Pick<Ctx, 'app' | 'db'>,
  which: { orgId: string } | { classIds: readonly string[] },
  day: string,
): Promise<Map<string, ClassDescription>> {
  if ('classIds' in which && which.classIds.length === 0) return new Map()
  const naming = await getGradeNaming(ctx)
  const rows = await listClassRows(ctx.db, which)
  return new Map(rows.map((row) => [row.id, describe(row, day, naming)]))
}

function describe(row: ClassRow, day: string, naming: GradeNaming): ClassDescription {
  const { id, orgId, gradeId, stage, startYear, years, name, sort, closedOn } = row
  return { id, orgId, gradeId, stage, startYear, years, name, sort, closedOn, ...getClassNames(row, day, naming) }
}

export function getClassNames(
  row: Pick<ClassRow, 'name' | 'stage' | 'startYear' | 'years'>,
  day: string,
  naming: GradeNaming,
) {
  const nameOfGrade = formatGradeName(row, day, naming)
  return { gradeName: nameOfGrade, label: formatClassLabel(nameOfGrade, row.name) }
}

/** The state of a class on a day. Graduation is computed, the other states are stored. */
export function getClassState(row: ClassRow, day: string): ClassState {
  if (row.closedOn !== null && row.closedOn <= day) return row.successorId ? 'merged' : 'closed'
  return getYearOfGrade(row, day) > row.years ? 'graduated' : 'open'
}

export interface TeacherOfClass {
  userId: string
  personId: string
  name: string
  role: ClassTeacherRole
}

/** Heads, deputies and carers of these classes on a day. */
export async function listClassTeachers(
  ctx: Pick<Ctx, 'db'>,
  classIds: readonly string[],
  day: string,
): Promise<Map<string, TeacherOfClass[]>> {
  if (classIds.length === 0) return new Map()
  const rows = await listTeachersOfClasses(ctx.db, classIds, day)
  return Map.groupBy(rows, ({ classId }) => classId) as Map<string, TeacherOfClass[]>
}

/** The classes in which a staff member is head, teacher or grade head on a day, with the subjects. */
export async function getTaughtClasses(ctx: Pick<Ctx, 'db'>, userId: string, day: string) {
  const rows = await listClassesOfStaff(ctx.db, userId, day)
  const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  return {
    classIds: distinct(rows.map(({ classId }) => classId)),
    subjectIds: distinct(rows.map(({ subjectId }) => subjectId)),
  }
}

/** The requested day, or today. */
export const dayOrToday = (ctx: Pick<Ctx, 'now'>, on: string | undefined) => on ?? dayOf(ctx.now)

const leadingClassRoles: readonly string[] = ['head', 'vice']

/** The caller's classes on a day, with the subjects. */
export async function listMyClasses(ctx: Ctx, { on }: QueryOf<typeof classRoutes.myClass>): Promise<MyClass[]> {
  return (await describeMyClasses(ctx, dayOrToday(ctx, on))).map(({ isLed: _, ...myClass }) => myClass)
}

/** The same, and whether the caller is the head or the deputy of the class. */
export async function describeMyClasses(ctx: Ctx, day: string): Promise<(MyClass & { isLed: boolean })[]> {
  const mine = Map.groupBy(await listClassesOfStaff(ctx.db, ctx.actor.userId, day), ({ classId }) => classId)
  if (mine.size === 0) return []
  const naming = await getGradeNaming(ctx)
  return (await listClassRows(ctx.db, { classIds: [...mine.keys()] })).map((row) => {
    const parts = mine.get(row.id)!
    const { orgId, orgName, gradeId } = row
    const names = getClassNames(row, day, naming)
    return {
      isManager: parts.some(({ role }) => role === 'head'),
      isLed: parts.some(({ role }) => leadingClassRoles.includes(role)),
      subjects: parts.flatMap(({ subjectId, subjectName }) =>
        subjectId === null ? [] : [{ key: subjectId, value: subjectName ?? '' }],
      ),
      orgId,
      orgName,
      gradeId,
      gradeName: names.gradeName,
      classId: row.id,
      className: names.label,
    }
  })
}

const everywhere: Scope = { ...emptyScope, district: true }

/** Whether the organisation is of a type that has classes. */
export async function isSchoolNode(ctx: Pick<Ctx, 'db'>, orgId: string): Promise<boolean> {
  const org = await findOrg(ctx.db, orgId)
  return org !== undefined && isSchool(org)
}

/** The classes of a school on a day, in list order. Callers must check the scope. */
export async function listOpenClasses(ctx: Pick<Ctx, 'app' | 'db'>, orgId: string, day: string) {
  const rows = await listClassesInScope(ctx.db, everywhere, { orgId, state: 'open', day })
  const naming = await getGradeNaming(ctx)
  return rows.map((row) => ({
    id: row.id,
    gradeId: row.gradeId,
    stage: row.stage,
    label: getClassNames(row, day, naming).label,
  }))
}
