import type { QueryOf } from '#packages/contract'
import { dayOf, orNotFound, may, scopeOf, type Ctx } from '#packages/core'
import type { RoleDetail, roleRoutes } from '../../contract-roles.ts'
import { listRoleAudiences } from '../audience-queries.ts'
import { listHideableFields, listPermissionModules, isFunction, buildSystemMenu } from '../permission-catalogue.ts'
import { getInheritedPermissions, getRolePermissions, type RolePermissions } from '../role-definitions.ts'
import { mayAppointSeparateDuty, canEditRole, isFamilyRole } from '../policy.ts'
import { isPathBelow, type ReceiverScope } from '../role-scope.ts'
import { countRoleHolders, findRole, listRolesOfOrgs, type RoleRow } from '../role-queries.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from './load-role-definitions.ts'
import {
  getGrantablePermissions,
  mayGrantFunctions,
  mayShowFields,
  getListedOrgPaths,
  type GrantablePermissions,
} from './grantable-permissions.ts'
import { getOrgInScope } from './visible-roles.ts'
import { isLockedPermission } from './locked-permissions.ts'

/** Of these roles, the ones that the caller may assign to a receiver there. */
export async function listAssignableRoleIds(
  ctx: Ctx,
  roles: readonly RoleRow[],
  receiver: ReceiverScope,
  definitions: LoadedRoleDefinitions,
  forSelf: boolean,
) {
  if (!may(ctx.actor, 'role.assign')) return new Set<string>()
  const grantable: GrantablePermissions = await getGrantablePermissions(ctx, { forSelf })
  const functionsByRole = roles.map((role) => [role, getRolePermissions(definitions, role.id)] as const)
  const paths = await getListedOrgPaths(
    ctx,
    functionsByRole.flatMap(([, functions]) => [...functions]),
  )
  const path = receiver === 'district' ? null : 'below' in receiver ? receiver.below : receiver.orgPath
  return new Set(
    functionsByRole.flatMap(([role, functions]) => {
      if (isFamilyRole(role.template) || role.soleMemberId !== null) return []
      const isThere = role.orgPath === null || (path !== null && isPathBelow(path, role.orgPath))
      const isGrantable =
        mayGrantFunctions(grantable, functions, receiver, paths) &&
        mayShowFields(grantable, functions, definitions.hidden.get(role.id) ?? [])
      const isAllowed = isGrantable || (!forSelf && mayAppointSeparateDuty(ctx.actor, role.template))
      return isThere && isAllowed ? [role.id] : []
    }),
  )
}

const presentRole = (role: RoleRow, memberCount: number, mayEdit: boolean, mayAssign: boolean) => {
  const { id, name, remark, orgId, orgName, template, parentId, parentName, version } = role
  const facts = { id, name, remark, orgId, orgName, template, parentId, parentName, version }
  return { ...facts, memberCount, mayEdit, mayAssign }
}

/** Roles available to an organisation: the district's and its own, without those of pupils and guardians. */
export async function listRoles(ctx: Ctx, { orgId }: QueryOf<typeof roleRoutes.roles>) {
  const scope = scopeOf(ctx, 'role.read')
  const org = await getOrgInScope(ctx, 'role.read', orgId ?? ctx.actor.orgId)
  const roles = (await listRolesOfOrgs(ctx.db, [org.id])).filter(({ template }) => !isFamilyRole(template))
  const ids = roles.map(({ id }) => id)
  const counts = await countRoleHolders(ctx.db, scope, ids, dayOf(ctx.now))
  const definitions = await loadRoleDefinitions(ctx, ids)
  const assignable = await listAssignableRoleIds(ctx, roles, { below: org.path }, definitions, false)
  return {
    orgId: org.id,
    orgName: org.name,
    roles: roles.map((role) =>
      presentRole(role, counts.get(role.id) ?? 0, canEditRole(ctx.actor, role), assignable.has(role.id)),
    ),
    mayCreate: org.type !== 'department' && canEditRole(ctx.actor, { orgPath: org.path }),
    mayCreateForDistrict: canEditRole(ctx.actor, { orgPath: null }),
  }
}

/** All permissions, and whether the caller may give each. */
export async function listFunctions(ctx: Ctx) {
  const { any, scopes } = await getGrantablePermissions(ctx, { forSelf: false })
  const modules = listPermissionModules(ctx).map(({ functions, ...module }) => ({
    ...module,
    functions: functions.map((one) => ({ ...one, mayGrant: any !== null || scopes.has(one.code) })),
  }))
  return { modules: modules.filter(({ functions }) => functions.length > 0), fields: listHideableFields(ctx) }
}

const listHeldFunctions = (ctx: Ctx, definition: RolePermissions) =>
  [...definition].flatMap(([code, { scope, orgIds, origin }]) =>
    isFunction(ctx, code) ? [{ code, scope, orgIds: [...orgIds], origin }] : [],
  )

export async function getRole(ctx: Ctx, id: string): Promise<RoleDetail> {
  const scope = scopeOf(ctx, 'role.read')
  const role = orNotFound(await findRole(ctx.db, scope, id), '角色')
  const day = dayOf(ctx.now)
  const definitions = await loadRoleDefinitions(ctx, [id])
  const counts = await countRoleHolders(ctx.db, scope, [id], day)
  const here = await getOrgInScope(ctx, 'role.read', role.orgId ?? ctx.actor.orgId)
  const assignable = await listAssignableRoleIds(ctx, [role], { below: here.path }, definitions, false)
  return {
    ...presentRole(
      role,
      counts.get(id) ?? 0,
      canEditRole(ctx.actor, role) && !isFamilyRole(role.template),
      assignable.has(id),
    ),
    functions: listHeldFunctions(ctx, getRolePermissions(definitions, id)).map((held) => ({
      ...held,
      isLocked: isLockedPermission(role, held.code),
    })),
    base: listHeldFunctions(ctx, getInheritedPermissions(definitions, role)).map(({ origin: _, ...held }) => held),
    hiddenFields: [...(definitions.hidden.get(id) ?? [])],
    audiences: await listRoleAudiences(ctx.db, scope, { roleId: id, day }),
    updatedAt: role.updatedAt?.toISOString() ?? null,
    updatedBy: role.updatedBy,
  }
}

/** The system menu of a user who has only this role. */
export async function previewRoleMenu(ctx: Ctx, id: string) {
  orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.read'), id), '角色')
  const menu = buildSystemMenu(ctx, getRolePermissions(await loadRoleDefinitions(ctx, [id]), id))
  return {
    groups: menu.map(({ title, children }) => ({
      title,
      pages: children.map((page) => ({ title: page.title, url: page.url })),
    })),
  }
}
