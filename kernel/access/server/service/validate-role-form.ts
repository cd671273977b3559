import { dayOf, forbidden, orNotFound, invalid, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { RoleForm } from '../../contract-roles.ts'
import { listOrgsInScope } from '../administrator-queries.ts'
import { isField, isFunction } from '../permission-catalogue.ts'
import { getInheritedPermissions, getRolePermissions, type RolePermissionRow } from '../role-definitions.ts'
import { canEditRole, isFamilyRole, isSeparateDuty, getReceiverScope } from '../policy.ts'
import { containsScope, type RoleScope } from '../role-scope.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { listChildRoleIds, countRoleAudiences, countRoleAssignments, personHoldsRole } from '../role-edit-queries.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from './load-role-definitions.ts'
import {
  getGrantablePermissions,
  getListedOrgPaths,
  refuseBeyondOwn,
  refuseShowingHiddenFields,
} from './grantable-permissions.ts'
import { getOrgInScope } from './visible-roles.ts'
import { refuseRemovingLocked } from './locked-permissions.ts'

type FunctionScopes = ReadonlyMap<string, RoleScope>

/** A role that is about to be created or changed. */
export interface RoleDraft {
  role: RoleRow | null
  orgId: string | null
  orgPath: string | null
  definitions: LoadedRoleDefinitions
  before: FunctionScopes
  after: FunctionScopes
  /** The role's own rows after the change. */
  rows: RolePermissionRow[]
}

/** Complete validation of a role form, used by the preview and by saving. */
export async function validateRoleForm(ctx: Ctx, form: RoleForm): Promise<RoleDraft> {
  const { role, orgId, orgPath } = await getEditedRole(ctx, form)
  const ids = [role?.id, form.parentId].flatMap((id) => id ?? [])
  const definitions = await loadRoleDefinitions(ctx, ids)
  await refuseParent(ctx, role, form.parentId, orgId)
  if (form.parentId && form.parentId !== role?.parentId)
    await refuseInheriting(ctx, definitions, form.parentId, orgPath)
  const before: FunctionScopes = role ? getRolePermissions(definitions, role.id) : new Map()
  const after = parseFunctions(ctx, form)
  await refuseUnknownOrgs(ctx, before, after)
  refuseRemovingLocked(ctx, role?.template ?? null, after)
  if (role?.template && role.name !== form.name) throw new Refusal('系统角色的名称不能修改')
  await refuseWidening(ctx, { role, orgPath, before, after, form, definitions })
  return {
    role,
    orgId,
    orgPath,
    definitions,
    before,
    after,
    rows: listOwnPermissionRows(definitions, role, form.parentId, after),
  }
}

async function getEditedRole(ctx: Ctx, { id, orgId }: RoleForm) {
  if (id) {
    const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), id), '角色')
    if (!canEditRole(ctx.actor, role)) throw forbidden()
    if (isFamilyRole(role.template)) throw new Refusal('学生和家长的权限由系统维护')
    return { role, orgId: role.orgId, orgPath: role.orgPath }
  }
  if (!orgId) {
    if (!canEditRole(ctx.actor, { orgPath: null })) throw forbidden()
    return { role: null, orgId: null, orgPath: null }
  }
  const org = await getOrgInScope(ctx, 'role.edit', orgId)
  if (org.type === 'department') throw new Refusal('部门的角色由所在单位维护')
  if (!canEditRole(ctx.actor, { orgPath: org.path })) throw forbidden()
  return { role: null, orgId: org.id, orgPath: org.path }
}

/** Roles inherit from one district role and only one level deep, so that users can understand what a role contains. */
async function refuseParent(ctx: Ctx, role: RoleRow | null, parentId: string | null, orgId: string | null) {
  if (parentId === (role?.parentId ?? null)) return
  if (role?.template) throw new Refusal('系统角色不能设置上级角色')
  if (!parentId) return
  const parent = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.edit'), parentId), '上级角色')
  if (parent.orgId !== null || parent.parentId !== null || parent.id === role?.id)
    throw new Refusal('上级角色只能是区级的顶层角色')
  if (role && (await listChildRoleIds(ctx.db, role.id)).length > 0)
    throw new Refusal('该角色已被其他角色继承，不能再设置上级角色')
  // Two duties of one person are checked when a role is granted, not when a role becomes a duty, so such a role needs
  // no holders.
  if (!isSeparateDuty(parent.template)) return
  if (orgId !== null) throw new Refusal('学校的角色不能继承区级管理角色')
  if (
    role &&
    (await countRoleAssignments(ctx.db, role.id, dayOf(ctx.now))) + (await countRoleAudiences(ctx.db, role.id)) > 0
  )
    throw new Refusal('该角色已有成员，不能改为继承管理角色')
}

/** Later additions to the parent reach this role too, so the caller must be allowed to give the whole parent. */
async function refuseInheriting(
  ctx: Ctx,
  definitions: LoadedRoleDefinitions,
  parentId: string,
  orgPath: string | null,
) {
  const functions = getRolePermissions(definitions, parentId)
  const paths = await getListedOrgPaths(ctx, functions)
  refuseBeyondOwn(
    await getGrantablePermissions(ctx, { forSelf: false }),
    functions,
    getReceiverScope({ orgPath }),
    paths,
  )
}

function parseFunctions(ctx: Ctx, { functions, hiddenFields }: RoleForm): FunctionScopes {
  const held = new Map<string, RoleScope>()
  for (const { code, scope, orgIds } of functions) {
    if (!isFunction(ctx, code)) throw invalid([{ field: 'functions', msg: `未知的功能：${code.slice(0, 40)}` }])
    if (held.has(code)) throw invalid([{ field: 'functions', msg: `功能重复：${code}` }])
    if (scope === 'listed-orgs' && orgIds.length === 0) throw invalid([{ field: 'functions', msg: '请选择指定的单位' }])
    held.set(code, { scope, orgIds: scope === 'listed-orgs' ? [...new Set(orgIds)] : [] })
  }
  for (const field of hiddenFields)
    if (!isField(ctx, field)) throw invalid([{ field: 'hiddenFields', msg: `未知的字段：${field.slice(0, 40)}` }])
  return held
}

const orgIdsIn = (functions: FunctionScopes) => new Set([...functions.values()].flatMap(({ orgIds }) => orgIds))

/** Newly listed organisations must be in scope; those already listed may stay. */
async function refuseUnknownOrgs(ctx: Ctx, before: FunctionScopes, after: FunctionScopes) {
  const known = orgIdsIn(before)
  const named = [...orgIdsIn(after)].filter((id) => !known.has(id))
  if (named.length === 0) return
  if ((await listOrgsInScope(ctx.db, scopeOf(ctx, 'role.edit'), named)).length < named.length) throw notFound('组织')
}

interface WidenedRole {
  role: RoleRow | null
  orgPath: string | null
  before: FunctionScopes
  after: FunctionScopes
  form: RoleForm
  definitions: LoadedRoleDefinitions
}

/** Added and widened permissions must be grantable by the caller; removing is always allowed. */
async function refuseWidening(ctx: Ctx, { role, orgPath, before, after, form, definitions }: WidenedRole) {
  const wider = [...after].filter(([code, roleScope]) => {
    const had = before.get(code)
    return !had || !containsScope(had, roleScope)
  })
  const hid = role ? (definitions.hidden.get(role.id) ?? []) : []
  const shown = hid.filter((field) => !form.hiddenFields.includes(field))
  if (wider.length === 0 && shown.length === 0) return
  const forSelf = role !== null && (await isHeldByCaller(ctx, role.id))
  const grantable = await getGrantablePermissions(ctx, { forSelf })
  // A role without permissions showed no field. A new role is checked when it is assigned.
  const unchangedHidden = role && before.size > 0 ? [...grantable.hidden].filter((field) => !hid.includes(field)) : []
  if (role) refuseShowingHiddenFields(grantable, after, [...form.hiddenFields, ...unchangedHidden])
  refuseBeyondOwn(grantable, wider, getReceiverScope({ orgPath }), await getListedOrgPaths(ctx, wider))
}

/** Whether the caller has the role or one of its children, in any membership, now or later. */
async function isHeldByCaller(ctx: Ctx, roleId: string): Promise<boolean> {
  const below = await listChildRoleIds(ctx.db, roleId)
  return personHoldsRole(ctx.db, ctx.actor.personId, [roleId, ...below], dayOf(ctx.now))
}

/** Only differences from the inherited permissions are stored, so that later changes of the parent take effect. */
function listOwnPermissionRows(
  definitions: LoadedRoleDefinitions,
  role: RoleRow | null,
  parentId: string | null,
  after: FunctionScopes,
): RolePermissionRow[] {
  const roleId = role?.id ?? ''
  const base = getInheritedPermissions(definitions, { template: role?.template ?? null, parentId })
  const isAsBase = (code: string, { scope, orgIds }: RoleScope) => {
    const held = base.get(code)
    return held?.scope === scope && held.orgIds.toSorted().join() === orgIds.toSorted().join()
  }
  const changed = [...after].flatMap(([permission, roleScope]): RolePermissionRow[] =>
    isAsBase(permission, roleScope) ? [] : [{ roleId, permission, ...roleScope }],
  )
  const gone = [...base.keys()].filter((code) => isFunction(definitions, code) && !after.has(code))
  return [...changed, ...gone.map((permission) => ({ roleId, permission, scope: null, orgIds: [] }))]
}
