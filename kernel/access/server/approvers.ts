import { z } from 'zod'
import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import type { Approver, ApproverKind } from '#kernel/approval/server/api.ts'
import { listRoleHoldersAt, listRoleNames } from './approver-queries.ts'
import { getPermissionTitle } from './permission-catalogue.ts'
import { listPermissionHolders } from './resolve-permissions.ts'

const isId = (value: unknown): value is string => z.guid().safeParse(value).success
const isTemplate = (value: unknown): value is RoleTemplate => typeof value === 'string' && value in roleTemplates

/** Approvers by role: `role` is an id, or `template` the name of a shipped role; `in` as with posts. */
export const approversByRole: ApproverKind = {
  kind: 'role',
  title: '角色',
  asks: 'roles',
  listNames: async ({ db }, { with: { role } }) => new Map(isId(role) ? await listRoleNames(db, [role]) : []),
  resolve: async ({ db, now }, rule, { orgId }) => {
    const { role, template, in: where } = rule.with
    const at = where === 'parent' || where === 'district' ? where : 'own'
    const day = dayOf(now)
    if (isTemplate(template)) return listRoleHoldersAt(db, { orgId, where: at, role: { template }, day })
    return isId(role) ? listRoleHoldersAt(db, { orgId, where: at, role: { id: role }, day }) : []
  },
}

/**
 * Those who hold a permission for the organisation of the flow, or for the one in the field `org` of the record. With
 * `nearest` those of that organisation itself, if there are any.
 */
export const approversByPermission: ApproverKind = {
  kind: 'permission',
  title: '权限',
  listNames: async (ctx, { with: { permission } }) =>
    new Map(typeof permission === 'string' ? [[permission, getPermissionTitle(ctx, permission)]] : []),
  resolve: async (ctx, rule, { orgId, values }) => {
    const { permission, org, nearest } = rule.with
    const at = typeof org === 'string' ? values[org] : orgId
    if (typeof permission !== 'string' || !isId(at)) return []
    const holders = await listPermissionHolders(ctx, permission, at)
    const near = nearest === undefined ? [] : holders.filter((one) => one.orgId === at)
    return (near.length > 0 ? near : holders).map(({ personId, memberId }) => ({ personId, memberId }))
  },
}

/** Who may manage flows at an organisation; those who are nearest to it first, the district's last. */
export async function listFlowAdministrators(ctx: Ctx, orgId: string): Promise<readonly Approver[]> {
  const holders = await listPermissionHolders(ctx, 'flow.manage', orgId)
  return holders
    .toSorted((one, two) => two.level - one.level || one.memberId.localeCompare(two.memberId))
    .map(({ personId, memberId }) => ({ personId, memberId }))
}
