import { dayOf, notFound, orNotFound, scopeOf, type Ctx } from '#packages/core'
import { findUnitById, isOrgInScope } from '#kernel/org/server/api.ts'
import { findRollPupil, listRollClasses } from './office-queries.ts'

type RollPermission = 'roll.read' | 'roll.handle' | 'roll.manage' | 'roll.stat'

/** The teachers of a class reach its days of their time; days to come are those of the teachers of today. */
const capDay = (ctx: Ctx, day: string) => {
  const today = dayOf(ctx.now)
  return day < today ? day : today
}

/** The school and classes whose attendance the caller reads: of a whole school, or of the own classes in it. */
export interface AttendanceArea {
  orgId: string
  /** Undefined: all of the school. */
  classIds: readonly string[] | undefined
}

/** The caller's school unless another one is named. Throws `notFound` where nothing of it is in scope. */
export async function requireArea(
  ctx: Ctx,
  permission: RollPermission,
  { orgId, day = dayOf(ctx.now) }: { orgId: string | null; day?: string | undefined },
): Promise<AttendanceArea> {
  const scope = scopeOf(ctx, permission)
  const org = orNotFound(await findUnitById(ctx, orgId ?? ctx.actor.orgId), '组织')
  if (await isOrgInScope(ctx.db, scope, org.id)) return { orgId: org.id, classIds: undefined }
  const classes = await listRollClasses(ctx.db, scope, { orgId: org.id, day: capDay(ctx, day) })
  // Whoever has no class today reads an empty page of the own school; another one is not there.
  if (classes.length === 0 && org.id !== ctx.actor.orgId) throw notFound('组织')
  return { orgId: org.id, classIds: classes.map(({ id }) => id) }
}

/** A whole school, for what concerns all of it. */
export async function requireSchool(ctx: Ctx, permission: RollPermission, orgId: string | null): Promise<string> {
  const id = orgId ?? ctx.actor.orgId
  if (!(await isOrgInScope(ctx.db, scopeOf(ctx, permission), id))) throw notFound('组织')
  return id
}

export async function requireClass(ctx: Ctx, permission: RollPermission, classId: string, day: string) {
  const [found] = await listRollClasses(ctx.db, scopeOf(ctx, permission), { classId, day: capDay(ctx, day) })
  return orNotFound(found, '班级')
}

/** A pupil by the class of a day: of today, unless the data is older. */
export async function requirePupil(ctx: Ctx, permission: RollPermission, studentId: string, day = dayOf(ctx.now)) {
  return orNotFound(await findRollPupil(ctx.db, scopeOf(ctx, permission), { studentId, day: capDay(ctx, day) }), '学生')
}
