import { orNotFound, notFound, scopeOf, type Ctx, type Scope } from '#packages/core'
import { findBureau, findOrg, type OrgWithStages } from '../../time-org-queries.ts'

type TimePermission = 'term.edit' | 'subject.edit'

export const isDistrictOrg = ({ type }: OrgWithStages) => type === 'bureau'

/** Whether a reach holds this node. Its path is at hand, so nobody has to be asked. */
const isOrgInScope = (scope: Scope, { id, path }: OrgWithStages) =>
  scope.district ||
  scope.orgIds.includes(id) ||
  scope.orgPaths.some((above) => path === above || path.startsWith(`${above}.`))

/** The organisation whose days are read: one's own, or one whose classes one may see. */
export async function getReadableOrg(ctx: Ctx, orgId: string | null): Promise<OrgWithStages> {
  const org = orNotFound(await findOrg(ctx.db, orgId ?? ctx.actor.orgId), '组织')
  const { actor } = ctx
  if (org.id === actor.orgId || org.id === actor.homeOrgId) return org
  const scope = actor.permissions.get('class.read')
  if (!scope || !isOrgInScope(scope, org)) throw notFound('组织')
  return org
}

/** The organisation whose days are changed: the bureau's node means the whole district. */
export async function getEditableOrg(ctx: Ctx, right: TimePermission, orgId: string | null): Promise<OrgWithStages> {
  const org = orNotFound(await findOrg(ctx.db, orgId ?? ctx.actor.orgId), '组织')
  if (!isOrgInScope(scopeOf(ctx, right), org)) throw notFound('组织')
  return org
}

/** The same for something that belongs to it: outside the reach that thing is not there. */
export async function requireEditableOrg(
  ctx: Ctx,
  right: TimePermission,
  orgId: string | null,
  what: string,
): Promise<OrgWithStages> {
  const org = orgId === null ? await findBureau(ctx.db) : await findOrg(ctx.db, orgId)
  if (!org || !isOrgInScope(scopeOf(ctx, right), org)) throw notFound(what)
  return org
}

/** The bureau's id, as the path has it: without its hyphens. */
export const getDistrictId = ({ path }: Pick<OrgWithStages, 'path'>) => path.split('.')[0]!
