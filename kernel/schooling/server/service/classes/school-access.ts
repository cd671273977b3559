import { orNotFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { findUnit } from '#kernel/org/server/api.ts'
import { findOrg, type OrgWithStages } from '../../time-org-queries.ts'

/** The organisation whose classes are read: the caller's own, of which a teacher sees some classes, or one in scope. */
export async function getReadableSchool(ctx: Ctx, orgId: string | null): Promise<OrgWithStages> {
  const id = orgId ?? ctx.actor.orgId
  const isOwn = id === ctx.actor.orgId
  if (!isOwn) await requireUnitInScope(ctx, scopeOf(ctx, 'class.read'), id)
  return orNotFound(await findOrg(ctx.db, id), '组织')
}

/** The school whose classes are changed. */
export async function getEditableSchool(ctx: Ctx, orgId: string | null): Promise<OrgWithStages> {
  const id = orgId ?? ctx.actor.orgId
  await requireUnitInScope(ctx, scopeOf(ctx, 'class.edit'), id)
  const org = orNotFound(await findOrg(ctx.db, id), '组织')
  if (!isSchool(org)) throw new Refusal('只有学校和幼儿园可以设置年级和班级')
  return org
}

/**
 * The school whose assignments are edited: the caller's own, of which the scope may be some classes, or one in scope.
 */
export async function getTeachingSchool(ctx: Ctx, orgId: string | null): Promise<OrgWithStages> {
  const id = orgId ?? ctx.actor.orgId
  if (id !== ctx.actor.orgId) await requireUnitInScope(ctx, scopeOf(ctx, 'teaching.edit'), id)
  return orNotFound(await findOrg(ctx.db, id), '组织')
}

const requireUnitInScope = async (ctx: Ctx, scope: Scope, id: string) =>
  orNotFound(await findUnit(ctx, scope, id), '组织')

export const isSchool = ({ type }: Pick<OrgWithStages, 'type'>) =>
  ['school', 'kindergarten', 'other-school'].includes(type)
