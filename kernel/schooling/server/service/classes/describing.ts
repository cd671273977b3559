import { dayOf, type Ctx } from '#packages/core'
import { classLabel, gradeName, yearOfGrade, type GradeNaming } from '../../../contract-school-year.ts'
import type { ClassState, ClassTeacherRole } from '../../../contract-classes.ts'
import { classesOf, type ClassRow } from '../../class-queries.ts'
import { classesOfStaff, teachersOf } from '../../class-teacher-queries.ts'
import { gradeNamingOf } from '../../settings.ts'

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
  /** The first day when it is no longer there. */
  closedOn: string | null
}

/** What classes are called on a day. Whoever asks has looked whether it may be told. */
export async function describeClasses(
  ctx: Pick<Ctx, 'db'>,
  which: { orgId: string } | { classIds: readonly string[] },
  day: string,
): Promise<Map<string, ClassDescription>> {
  if ('classIds' in which && which.classIds.length === 0) return new Map()
  const naming = await gradeNamingOf(ctx)
  const rows = await classesOf(ctx.db, which)
  return new Map(rows.map((row) => [row.id, describe(row, day, naming)]))
}

function describe(row: ClassRow, day: string, naming: GradeNaming): ClassDescription {
  const { id, orgId, gradeId, stage, startYear, years, name, sort, closedOn } = row
  return { id, orgId, gradeId, stage, startYear, years, name, sort, closedOn, ...namesOf(row, day, naming) }
}

export function namesOf(
  row: Pick<ClassRow, 'name' | 'stage' | 'startYear' | 'years'>,
  day: string,
  naming: GradeNaming,
) {
  const nameOfGrade = gradeName(row, day, naming)
  return { gradeName: nameOfGrade, label: classLabel(nameOfGrade, row.name) }
}

/** How a class stands on a day. Graduation is counted, the rest was written. */
export function stateOf(row: ClassRow, day: string): ClassState {
  if (row.closedOn !== null && row.closedOn <= day) return row.successorId ? 'merged' : 'closed'
  return yearOfGrade(row, day) > row.years ? 'graduated' : 'open'
}

export interface TeacherOfClass {
  userId: string
  personId: string
  name: string
  role: ClassTeacherRole
}

/** Heads, deputies and carers of these classes on a day. */
export async function classTeachersOf(
  ctx: Pick<Ctx, 'db'>,
  classIds: readonly string[],
  day: string,
): Promise<Map<string, TeacherOfClass[]>> {
  if (classIds.length === 0) return new Map()
  const rows = await teachersOf(ctx.db, classIds, day)
  return Map.groupBy(rows, ({ classId }) => classId) as Map<string, TeacherOfClass[]>
}

/** The classes that somebody has to do with on a day, as head, teacher or head of the grade, and what is taught there. */
export async function classesTaughtBy(ctx: Pick<Ctx, 'db'>, userId: string, day: string) {
  const rows = await classesOfStaff(ctx.db, userId, day)
  const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  return {
    classIds: distinct(rows.map(({ classId }) => classId)),
    subjectIds: distinct(rows.map(({ subjectId }) => subjectId)),
  }
}

/** The day that is asked for, or today. */
export const askedDay = (ctx: Pick<Ctx, 'now'>, on: string | undefined) => on ?? dayOf(ctx.now)
