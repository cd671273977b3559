import { dayOf, found, notFound, scopeOf, type Ctx } from '#packages/core'
import { idsWithin, rowsOf, type StudentRow } from '../../read-queries.ts'

export type StudentPermission =
  | 'student.read'
  | 'student.edit'
  | 'student.event'
  | 'student.contact'
  | 'student.reveal'
  | 'student.account'
  | 'year.change'
  | 'face.manage'

/** One pupil whom the caller reaches with this permission, as of a day; nobody else exists. */
export async function findStudent(
  ctx: Ctx,
  permission: StudentPermission,
  id: string,
  day = dayOf(ctx.now),
): Promise<StudentRow> {
  const [within] = await idsWithin(ctx.db, scopeOf(ctx, permission), [id], day)
  if (within === undefined) throw notFound('学生')
  const [row] = await rowsOf(ctx.db, [within], day)
  return found(row, '学生')
}

/** All of these, or none. */
export async function requireStudents(
  ctx: Ctx,
  permission: StudentPermission,
  ids: readonly string[],
  day = dayOf(ctx.now),
): Promise<void> {
  const within = await idsWithin(ctx.db, scopeOf(ctx, permission), ids, day)
  if (within.length < new Set(ids).size) throw notFound('学生')
}

/** Whether this permission reaches the pupil on that day. */
export async function reaches(ctx: Ctx, permission: StudentPermission, id: string, day: string): Promise<boolean> {
  const scope = ctx.actor.permissions.get(permission)
  return scope !== undefined && (await idsWithin(ctx.db, scope, [id], day)).length > 0
}
