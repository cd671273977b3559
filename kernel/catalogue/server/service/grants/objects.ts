import { found, notFound, Refusal, type Ctx } from '#packages/core'
import { describeRoles, visibleMembers, visibleRole } from '#kernel/access/server'
import type { ObjectGiven } from '../../grant-object-queries.ts'
import { nodesWithin, type GrantKind, type Node } from '../../grant-queries.ts'
import type { Giver } from './giver.ts'

const kinds: Record<number, GrantKind> = { 1: 'org', 2: 'role', 3: 'person' }
export const kindOf = (type: number): GrantKind => kinds[type]!

/** A role or a place within reach, and where it belongs: a role of the district belongs nowhere. */
export interface GrantObject {
  id: string
  path: string | null
}

export async function nodeInReach(ctx: Ctx, { scope }: Giver, id: string): Promise<Node> {
  const [node] = await nodesWithin(ctx.db, scope, [id])
  return found(node, '组织')
}

export async function objectOf(ctx: Ctx, giver: Giver, kind: 'role' | 'person', id: string): Promise<GrantObject> {
  const [object] = await objectsOf(ctx, giver, kind, [id])
  return object!
}

/** All of these, or the refusal that one of them is not there. */
export const objectsOf = (ctx: Ctx, giver: Giver, kind: 'role' | 'person', ids: readonly string[]) =>
  kind === 'role' ? rolesOf(ctx, giver, ids) : placesOf(ctx, giver, ids)

async function rolesOf(ctx: Ctx, { scope, right }: Giver, ids: readonly string[]): Promise<GrantObject[]> {
  const objects: GrantObject[] = []
  for (const roleId of new Set(ids)) {
    const { id, orgId } = await visibleRole(ctx, right, roleId)
    if (scope.district) objects.push({ id, path: null })
    else if (orgId === null) throw new Refusal('全区角色的授权由区管理员设置')
    else {
      const [node] = await nodesWithin(ctx.db, scope, [orgId])
      objects.push({ id, path: found(node, '角色').path })
    }
  }
  return objects
}

async function placesOf(ctx: Ctx, { right }: Giver, ids: readonly string[]): Promise<GrantObject[]> {
  const places = await visibleMembers(ctx, right, ids)
  return places.map(({ userId, orgPath }) => ({ id: userId, path: orgPath }))
}

export async function describeRolesGiven(ctx: Ctx, roles: readonly ObjectGiven[]) {
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
