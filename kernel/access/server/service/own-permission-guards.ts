import { Refusal, type Ctx, dayOf } from '#packages/core'
import { findMembership } from '#kernel/staff/server/api.ts'
import { listAppointedPermissionsOfPerson } from '../appointments.ts'
import { listInheritedRoles, type InheritedMembershipRole } from '../audience-queries.ts'
import { getRolePermissions, type RolePermissions } from '../role-definitions.ts'
import { getMembershipPermissions } from './effective-permissions.ts'
import { loadRoleDefinitions } from './load-role-definitions.ts'
import {
  getGrantablePermissions,
  mayGrantFunctions,
  mayShowFields,
  getListedOrgPaths,
  refuseAppointmentBeyondOwn,
} from './grantable-permissions.ts'

export const ownPermissionMessage = '不能取消自己的权限管理权限'

/** Runs a change, and refuses it if the caller loses her own permission to manage or to assign roles. */
export async function refuseOwnLoss<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const had = await listManagingPermissions(ctx)
  const done = await change()
  if (had.length > (await listManagingPermissions(ctx)).length) throw new Refusal(ownPermissionMessage)
  return done
}

async function listManagingPermissions(ctx: Ctx): Promise<string[]> {
  // Background work of the caller, for example an import, is checked as well.
  if (ctx.actor.kind !== 'staff' && ctx.actor.kind !== 'job') return []
  const membership = await findMembership(ctx, ctx.actor.userId)
  if (!membership) return []
  const { permissions } = await getMembershipPermissions(ctx, membership)
  return ['role.edit', 'role.assign'].filter((code) => permissions.has(code))
}

/**
 * Audiences give roles to members of posts, departments and organisations, so staff administrators hand out roles by
 * changing memberships; that is intended. But nobody may change her own membership to get more than she could be given.
 */
export async function refuseOwnGain<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const day = dayOf(ctx.now)
  const had = await listInheritedRoles(ctx.db, ctx.actor.personId, day)
  const done = await change()
  const now = await listInheritedRoles(ctx.db, ctx.actor.personId, day)
  const gained = now.filter((one) => isGained(one, had))
  if (gained.length === 0) return done
  const definitions = await loadRoleDefinitions(ctx, [...new Set(gained.map(({ roleId }) => roleId))])
  const grantable = await getGrantablePermissions(ctx, { forSelf: true })
  for (const one of gained) {
    const functions = newFunctions(getRolePermissions(definitions, one.roleId), one, had)
    const isHers =
      mayShowFields(grantable, functions, definitions.hidden.get(one.roleId) ?? []) &&
      mayGrantFunctions(grantable, functions, one, await getListedOrgPaths(ctx, functions))
    if (!isHers) throw new Refusal(`该任职带有角色“${one.roleName}”，超出您本人的权限，请由其他管理员办理`)
  }
  return done
}

/** The same for appointments: a merge of organisations moves them, a merge of persons adds those of the other. */
export async function refuseOwnAppointment<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const had = await listAppointedPermissionsOfPerson(ctx, ctx.actor.personId)
  const done = await change()
  const now = await listAppointedPermissionsOfPerson(ctx, ctx.actor.personId)
  for (const { permission, orgId, orgPath } of now)
    if (!had.some((one) => one.permission === permission && one.orgId === orgId))
      await refuseAppointmentBeyondOwn(ctx, [permission], { orgId, orgPath, forSelf: true })
  return done
}

/** A role that is new in this membership, is for another department, begins earlier or is valid again. */
function isGained(one: InheritedMembershipRole, had: readonly InheritedMembershipRole[]): boolean {
  const before = had.find(({ roleId, userId }) => roleId === one.roleId && userId === one.userId)
  return (
    !before ||
    before.departmentId !== one.departmentId ||
    one.beginsOn < before.beginsOn ||
    (before.isSuspended && !one.isSuspended)
  )
}

/**
 * A person who has the role in the same organisation already has all its permissions except those with a department
 * scope.
 */
function newFunctions(
  functions: RolePermissions,
  { roleId, orgId }: InheritedMembershipRole,
  had: readonly InheritedMembershipRole[],
): RolePermissions {
  if (!had.some((one) => one.roleId === roleId && one.orgId === orgId && one.isLive)) return functions
  return new Map([...functions].filter(([, { scope }]) => scope === 'department' || scope === 'department-tree'))
}
