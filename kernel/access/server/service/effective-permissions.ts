import type { RoleTemplate, ScopeKind } from '#packages/contract'
import { dayOf, emptyScope, unionScopes, type Ctx, type Scope } from '#packages/core'
import type { Membership } from '#kernel/staff/server/api.ts'
import { listAppointedPermissions, toPermissionReason } from '../appointments.ts'
import { needsClassLeader } from '../permission-catalogue.ts'
import {
  countsUnderSeparation,
  getRolePermissions,
  getBaseTemplate,
  type PermissionOrigin,
  type RolePermissionRow,
  type RoleDefinitions,
} from '../role-definitions.ts'
import { getCommonHiddenFields } from '../role-diff.ts'
import {
  listHiddenFields,
  listMembershipRoles,
  listRoleDefinitionRows,
  type HeldRole,
} from '../role-holding-queries.ts'

type MembershipPosition = Pick<Membership, 'id' | 'orgId' | 'orgPath' | 'departmentId' | 'departmentPath'>

/** One role or appointment that gives a person a permission, with the scope that it gives. */
export interface PermissionReason {
  permission: string
  /** Null with an appointment, whose title is in `roleName`. */
  roleId: string | null
  roleName: string
  via: HeldRole['via'] | 'appointment'
  viaName: string
  origin: PermissionOrigin
  kind: ScopeKind
  orgIds: readonly string[]
  /** The organisation of an appointment; a role has that of the membership. */
  orgName?: string
  scope: Scope
}

interface MembershipPermissions {
  permissions: Map<string, Scope>
  templates: Set<RoleTemplate>
  roleIds: string[]
  /** Fields that are hidden by every role with permissions; of somebody with an appointment only, by any role. */
  hiddenFields: Set<string>
}

/** Every role and appointment that gives a permission to this membership. The effective permissions are the union of these. */
export const listPermissionReasons = async (
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  membership: MembershipPosition,
): Promise<PermissionReason[]> => (await readMembershipReasons(ctx, membership)).reasons

/** The permissions of a membership with their scopes. Runs for every session every few seconds. */
export async function getMembershipPermissions(
  ctx: Pick<Ctx, 'app' | 'db' | 'now'>,
  membership: MembershipPosition,
): Promise<MembershipPermissions> {
  const { held, hidden, reasons } = await readMembershipReasons(ctx, membership)
  const byPermission = Map.groupBy(reasons, ({ permission }) => permission)
  const scopeOf = (ways: readonly PermissionReason[]) =>
    ways.length === 1 ? ways[0]!.scope : unionScopes(ways.map(({ scope }) => scope))
  const giving = reasons.flatMap(({ roleId }) => roleId ?? [])
  return {
    permissions: new Map([...byPermission].map(([permission, ways]) => [permission, scopeOf(ways)])),
    templates: new Set(held.flatMap(({ template }) => template ?? [])),
    roleIds: [...new Set(held.map(({ roleId }) => roleId))],
    // An appointment says nothing about fields, so that without a role the strictest one counts.
    hiddenFields:
      giving.length === 0 && reasons.length > 0
        ? new Set(await listHiddenFields(ctx.db))
        : getCommonHiddenFields(hidden, giving),
  }
}

async function readMembershipReasons(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, membership: MembershipPosition) {
  const { app, db, now } = ctx
  const nodeIds = (membership.departmentPath ?? membership.orgPath).split('.').filter(Boolean)
  const held = await listMembershipRoles(db, { id: membership.id, nodeIds }, dayOf(now))
  const { definitions, hidden } = await getDefinitionsOf({ app, db }, held)
  const isSeparated = held.some((role) => role.isSeparated)
  const resolveScope = createScopeResolver({ app }, membership)
  const isAtTop = !membership.orgPath.includes('.')
  const reasons = held.flatMap(({ roleId, roleName, via, giver, post }): PermissionReason[] => {
    const template = getBaseTemplate(definitions, roleId)
    const viaName = assignmentLabels[via](giver, post)
    return [...getRolePermissions(definitions, roleId)].flatMap(([permission, given]) => {
      if (isSeparated && !countsUnderSeparation({ app }, permission, given, { template, isAtTop })) return []
      const { scope: kind, orgIds, origin } = given
      const scope = resolveScope(permission, kind, orgIds)
      return [{ permission, roleId, roleName, via, viaName, origin, kind, orgIds, scope }]
    })
  })
  const appointed = await listAppointedPermissions(ctx, [membership.id])
  return { held, hidden, reasons: [...reasons, ...appointed.map(toPermissionReason)] }
}

const assignmentLabels: Record<HeldRole['via'], (giver: string, post: string) => string> = {
  person: (giver) => (giver ? `${giver}指派` : '直接指派'),
  org: (orgName) => `${orgName}全体教职工`,
  post: (orgName, post) => `${orgName}岗位“${post}”`,
}

async function getDefinitionsOf({ app, db }: Pick<Ctx, 'app' | 'db'>, held: readonly HeldRole[]) {
  const roles: RoleDefinitions['roles'] = new Map(
    held.flatMap(({ roleId, template, parentId, parentTemplate }) => [
      [roleId, { id: roleId, template, parentId }] as const,
      ...(parentId ? [[parentId, { id: parentId, template: parentTemplate, parentId: null }] as const] : []),
    ]),
  )
  const definitionRows = roles.size === 0 ? [] : await listRoleDefinitionRows(db, [...roles.keys()])
  return { ...groupDefinitionRows(definitionRows), definitions: { app, roles, ...groupDefinitionRows(definitionRows) } }
}

/** Groups the roles' own rows by role. */
export function groupDefinitionRows(definitionRows: Awaited<ReturnType<typeof listRoleDefinitionRows>>) {
  const rows = definitionRows.flatMap(({ roleId, permission, scope, orgIds }): RolePermissionRow[] =>
    permission === null ? [] : [{ roleId, permission, scope, orgIds }],
  )
  const fields = definitionRows.flatMap(({ roleId, field }) => (field === null ? [] : [{ roleId, field }]))
  const hidden = Map.groupBy(fields, ({ roleId }) => roleId)
  return {
    rows: Map.groupBy(rows, ({ roleId }) => roleId),
    hidden: new Map([...hidden].map(([roleId, some]) => [roleId, some.map(({ field }) => field)])),
  }
}

/** Turns a scope kind into the concrete scope of this membership. */
function createScopeResolver(
  ctx: Pick<Ctx, 'app'>,
  membership: MembershipPosition,
): (permission: string, kind: ScopeKind, orgIds: readonly string[]) => Scope {
  const { orgPath, orgId, departmentPath, departmentId, id } = membership
  const scopeByKind: Record<Exclude<ScopeKind, 'listed-orgs'>, Scope> = {
    district: { ...emptyScope, district: true },
    'org-tree': { ...emptyScope, orgPaths: [orgPath] },
    org: { ...emptyScope, orgIds: [orgId] },
    'department-tree': { ...emptyScope, departmentPaths: departmentPath ? [departmentPath] : [] },
    department: { ...emptyScope, departmentIds: departmentId ? [departmentId] : [] },
    self: { ...emptyScope, self: id },
    classes: { ...emptyScope, classesOf: id },
  }
  return (permission, kind, orgIds) => {
    if (kind === 'listed-orgs') return { ...emptyScope, orgIds }
    return kind === 'classes' && needsClassLeader(ctx, permission)
      ? { ...emptyScope, classesLedBy: id }
      : scopeByKind[kind]
  }
}
