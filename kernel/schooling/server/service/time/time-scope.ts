import { orNotFound, notFound, scopeOf, type Ctx, type Scope } from '#packages/core'
import { findBureau, findOrg, type OrgWithStages } from '../../time-org-queries.ts'

export const isDistrictOrg = ({ type }: OrgWithStages) => type === 'bureau'

/** Whether the scope covers the node. Its path is known, so no query is needed. */
const isOrgInScope = (scope: Scope, { id, path }: OrgWithStages) =>
  scope.district ||
  scope.orgIds.includes(id) ||
  scope.orgPaths.some((above) => path === above || path.startsWith(`${above}.`))

/** The organisation whose days are read: the caller's own, or one whose classes the caller may read. */
export async function getReadableOrg(ctx: Ctx, orgId: string | null): Promise<OrgWithStages> {
  const org = orNotFound(await findOrg(ctx.db, orgId ?? ctx.actor.orgId), '组织')
  const { actor } = ctx
  if (org.id === actor.orgId || org.id === actor.homeOrgId) return org
  const scope = actor.permissions.get('class.read')
  if (!scope || !isOrgInScope(scope, org)) throw notFound('组织')
  return org
}

/** The organisation whose days are changed; the bureau's node stands for the whole district. */
export async function getEditableOrg(ctx: Ctx, right: 'term.edit', orgId: string | null): Promise<OrgWithStages> {
  const org = orNotFound(await findOrg(ctx.db, orgId ?? ctx.actor.orgId), '组织')
  if (!isOrgInScope(scopeOf(ctx, right), org)) throw notFound('组织')
  return org
}

/** The same for a record of the organisation: outside the scope the record is "not found". */
export async function requireEditableOrg(
  ctx: Ctx,
  right: 'term.edit',
  orgId: string | null,
  what: string,
): Promise<OrgWithStages> {
  const org = orgId === null ? await findBureau(ctx.db) : await findOrg(ctx.db, orgId)
  if (!org || !isOrgInScope(scopeOf(ctx, right), org)) throw notFound(what)
  return org
}

/** The bureau's id as in the path: without hyphens. */
export const getDistrictId = ({ path }: Pick<OrgWithStages, 'path'>) => path.split('.')[0]!
