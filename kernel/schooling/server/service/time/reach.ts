import { found, notFound, scopeOf, type Ctx, type Scope } from '#packages/core'
import { bureauOf, orgOf, type TimeOrg } from '../../time-org-queries.ts'

type Right = 'term.edit' | 'subject.edit'

export const isDistrict = ({ type }: TimeOrg) => type === 'bureau'

/** Whether a reach holds this node. Its path is at hand, so nobody has to be asked. */
const reaches = (scope: Scope, { id, path }: TimeOrg) =>
  scope.district ||
  scope.orgIds.includes(id) ||
  scope.orgPaths.some((above) => path === above || path.startsWith(`${above}.`))

/** The organisation whose days are read: one's own, or one whose classes one may see. */
export async function orgToRead(ctx: Ctx, orgId: string | null): Promise<TimeOrg> {
  const org = found(await orgOf(ctx.db, orgId ?? ctx.actor.orgId), '组织')
  const { actor } = ctx
  if (org.id === actor.orgId || org.id === actor.homeOrgId) return org
  const scope = actor.permissions.get('class.read')
  if (!scope || !reaches(scope, org)) throw notFound('组织')
  return org
}

/** The organisation whose days are changed: the bureau's node means the whole district. */
export async function orgToEdit(ctx: Ctx, right: Right, orgId: string | null): Promise<TimeOrg> {
  const org = found(await orgOf(ctx.db, orgId ?? ctx.actor.orgId), '组织')
  if (!reaches(scopeOf(ctx, right), org)) throw notFound('组织')
  return org
}

/** The same for something that belongs to it: outside the reach that thing is not there. */
export async function requireEdit(ctx: Ctx, right: Right, orgId: string | null, what: string): Promise<TimeOrg> {
  const org = orgId === null ? await bureauOf(ctx.db) : await orgOf(ctx.db, orgId)
  if (!org || !reaches(scopeOf(ctx, right), org)) throw notFound(what)
  return org
}

/** The bureau's id, as the path has it: without its hyphens. */
export const districtIdIn = ({ path }: Pick<TimeOrg, 'path'>) => path.split('.')[0]!
