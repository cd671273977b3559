import { orNotFound, notFound, Refusal, type Ctx } from '#packages/core'
import { describeRoles, listVisibleMembers, getVisibleRole } from '#kernel/access/server/api.ts'
import type { GrantedObject } from '../../grant-object-queries.ts'
import { listOrgNodes, type GrantKind, type OrgNode } from '../../grant-queries.ts'
import type { Granter } from './granter.ts'

const kindsByType: Record<number, GrantKind> = { 1: 'org', 2: 'role', 3: 'person' }
export const toGrantKind = (type: number): GrantKind => kindsByType[type]!

/** A role or membership in scope and its organisation path; a role of the district has none. */
export interface GrantObject {
  id: string
  path: string | null
}

export async function getOrgNode(ctx: Ctx, { scope }: Granter, id: string): Promise<OrgNode> {
  const [node] = await listOrgNodes(ctx.db, scope, [id])
  return orNotFound(node, '组织')
}

export async function getGrantObject(
  ctx: Ctx,
  granter: Granter,
  kind: 'role' | 'person',
  id: string,
): Promise<GrantObject> {
  const [object] = await listGrantObjects(ctx, granter, kind, [id])
  return object!
}

/** All of these objects; refuses when one does not exist. */
export const listGrantObjects = (ctx: Ctx, granter: Granter, kind: 'role' | 'person', ids: readonly string[]) =>
  kind === 'role' ? listRoleObjects(ctx, granter, ids) : listPersonObjects(ctx, granter, ids)

async function listRoleObjects(ctx: Ctx, { scope, right }: Granter, ids: readonly string[]): Promise<GrantObject[]> {
  const objects: GrantObject[] = []
  for (const roleId of new Set(ids)) {
    const { id, orgId } = await getVisibleRole(ctx, right, roleId)
    if (scope.district) objects.push({ id, path: null })
    else if (orgId === null) throw new Refusal('全区角色的授权由区管理员设置')
    else {
      const [node] = await listOrgNodes(ctx.db, scope, [orgId])
      objects.push({ id, path: orNotFound(node, '角色').path })
    }
  }
  return objects
}

async function listPersonObjects(ctx: Ctx, { right }: Granter, ids: readonly string[]): Promise<GrantObject[]> {
  const memberships = await listVisibleMembers(ctx, right, ids)
  return memberships.map(({ userId, orgPath }) => ({ id: userId, path: orgPath }))
}

export async function describeGrantedRoles(ctx: Ctx, roles: readonly GrantedObject[]) {
  const described = await describeRoles(
    ctx,
    roles.map(({ id }) => id),
  )
  return roles.map(({ id: roleId, comesOn }) => {
    const role = described.get(roleId)
    if (!role) throw notFound('角色')
    return { roleId, ...role, comesOn }
  })
}
