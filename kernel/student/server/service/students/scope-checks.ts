import { addDays, type Ctx, dayOf, invalid, notFound, orNotFound, scopeOf } from '#packages/core'
import { resolveScopeIds } from '../../student-search-queries.ts'
import { listStudentIdsInScope, listStudentRows, type StudentRow } from '../../student-read-queries.ts'
import { listClassesByIds, findClassInScope, listGradesByIds, findSchoolInScope } from '../../school-queries.ts'

export type StudentPermission =
  | 'student.read'
  | 'student.edit'
  | 'student.event'
  | 'student.contact'
  | 'student.reveal'
  | 'student.account'
  | 'year.change'
  | 'face.manage'

/** Caps the day at today: a teacher who gets a class later must not see it earlier by asking for a future day. */
export function getStaffDay(ctx: Pick<Ctx, 'now'>, day: string): string {
  const today = dayOf(ctx.now)
  return day < today ? day : today
}

/** The schools for which the caller handles changes of enrolment; null: all. */
export async function listOrgIdsInScope(ctx: Ctx) {
  return (await resolveScopeIds(ctx.db, scopeOf(ctx, 'student.event'), null, dayOf(ctx.now))).orgIds
}

/** One pupil in the scope of this permission, as of a day. Throws `notFound` otherwise. */
export async function findStudent(
  ctx: Ctx,
  permission: StudentPermission,
  id: string,
  day = dayOf(ctx.now),
): Promise<StudentRow> {
  const [within] = await listStudentIdsInScope(ctx.db, scopeOf(ctx, permission), [id], day, getStaffDay(ctx, day))
  if (within === undefined) throw notFound('学生')
  const [row] = await listStudentRows(ctx.db, [within], day)
  return orNotFound(row, '学生')
}

/** Throws `notFound` unless all pupils are in scope. */
export async function requireStudents(
  ctx: Ctx,
  permission: StudentPermission,
  ids: readonly string[],
  day = dayOf(ctx.now),
): Promise<void> {
  const within = await listStudentIdsInScope(ctx.db, scopeOf(ctx, permission), ids, day, getStaffDay(ctx, day))
  if (within.length < new Set(ids).size) throw notFound('学生')
}

export async function isStudentInScope(
  ctx: Ctx,
  permission: StudentPermission,
  id: string,
  day: string,
): Promise<boolean> {
  const scope = ctx.actor.permissions.get(permission)
  return (
    scope !== undefined && (await listStudentIdsInScope(ctx.db, scope, [id], day, getStaffDay(ctx, day))).length > 0
  )
}

/**
 * The pupils who have left since a past day and are no longer in the caller's scope: their current data belongs to
 * their new school.
 */
export async function listDepartedSince(
  ctx: Ctx,
  rows: readonly StudentRow[],
  day: string,
): Promise<ReadonlySet<string>> {
  const today = dayOf(ctx.now)
  if (day >= today || rows.length === 0) return new Set()
  const was = new Map(rows.map((row) => [row.id, row]))
  const left = (await listStudentRows(ctx.db, [...was.keys()], today))
    .filter(({ id, orgId, isThere }) => !isThere || orgId !== was.get(id)!.orgId)
    .map(({ id }) => id)
  if (left.length === 0) return new Set()
  const within = new Set(await listStudentIdsInScope(ctx.db, scopeOf(ctx, 'student.read'), left, today))
  return new Set(left.filter((id) => !within.has(id)))
}

export const maxDaysAhead = 180

/** Changes may be entered in advance, but not years ahead. */
export function requireNearDay(ctx: Pick<Ctx, 'now'>, on: string) {
  if (on > addDays(dayOf(ctx.now), maxDaysAhead)) throw invalid([{ field: 'on', msg: `日期最多提前${maxDaysAhead}天` }])
  if (on < '1990-01-01') throw invalid([{ field: 'on', msg: '请填写正确的日期' }])
}

/** The requested school, or the caller's own. Throws `notFound` outside the scope. */
export const requireSchoolInScope = async (ctx: Ctx, permission: StudentPermission, orgId: string | null | undefined) =>
  orNotFound(await findSchoolInScope(ctx.db, scopeOf(ctx, permission), orgId ?? ctx.actor.orgId), '学校')

export const requireClassInScope = async (
  ctx: Ctx,
  permission: StudentPermission,
  classId: string,
  day = dayOf(ctx.now),
) => orNotFound(await findClassInScope(ctx.db, scopeOf(ctx, permission), classId, getStaffDay(ctx, day)), '班级')

/** Requires a grade of the school, and a class of this grade that is open on the day. */
export async function requireClassOf(
  { db }: Pick<Ctx, 'db'>,
  { orgId, gradeId, classId, on }: { orgId: string; gradeId: string; classId: string | null; on: string },
) {
  const [grade] = await listGradesByIds(db, [gradeId])
  if (grade?.orgId !== orgId) throw invalid([{ field: 'gradeId', msg: '年级不存在' }])
  if (classId === null) return { grade, class: null }
  const [row] = await listClassesByIds(db, [classId])
  if (row?.orgId !== orgId || row.gradeId !== gradeId || (row.closedOn !== null && row.closedOn <= on))
    throw invalid([{ field: 'classId', msg: '班级不存在' }])
  return { grade, class: row }
}
