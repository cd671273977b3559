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

/** Whoever is to have a class some day has it from that day on, and sees nothing of it before by asking for that day. */
export function staffDayOf(ctx: Pick<Ctx, 'now'>, day: string): string {
  const today = dayOf(ctx.now)
  return day < today ? day : today
}

/** One pupil whom the caller reaches with this permission, as of a day; nobody else exists. */
export async function findStudent(
  ctx: Ctx,
  permission: StudentPermission,
  id: string,
  day = dayOf(ctx.now),
): Promise<StudentRow> {
  const [within] = await idsWithin(ctx.db, scopeOf(ctx, permission), [id], day, staffDayOf(ctx, day))
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
  const within = await idsWithin(ctx.db, scopeOf(ctx, permission), ids, day, staffDayOf(ctx, day))
  if (within.length < new Set(ids).size) throw notFound('学生')
}

/** Whether this permission reaches the pupil on that day. */
export async function reaches(ctx: Ctx, permission: StudentPermission, id: string, day: string): Promise<boolean> {
  const scope = ctx.actor.permissions.get(permission)
  return scope !== undefined && (await idsWithin(ctx.db, scope, [id], day, staffDayOf(ctx, day))).length > 0
}

/**
 * Who of these, as they were on a day that is over, has left since and is not within reach any more: what is known of
 * them today belongs to others now.
 */
export async function goneSince(ctx: Ctx, rows: readonly StudentRow[], day: string): Promise<ReadonlySet<string>> {
  const today = dayOf(ctx.now)
  if (day >= today || rows.length === 0) return new Set()
  const was = new Map(rows.map((row) => [row.id, row]))
  const left = (await rowsOf(ctx.db, [...was.keys()], today))
    .filter(({ id, orgId, isThere }) => !isThere || orgId !== was.get(id)!.orgId)
    .map(({ id }) => id)
  if (left.length === 0) return new Set()
  const within = new Set(await idsWithin(ctx.db, scopeOf(ctx, 'student.read'), left, today))
  return new Set(left.filter((id) => !within.has(id)))
}
