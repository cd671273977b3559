import type { RoleTemplate } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { isFunction } from '../permission-catalogue.ts'
import { findRoleChange, type RoleSnapshot } from '../role-change-queries.ts'
import { getInheritedPermissions, type RolePermissionRow } from '../role-definitions.ts'
import { getMembershipNames } from '../role-impact-queries.ts'
import { listRoleSources } from '../role-queries.ts'
import { listDutyHolders } from '../separation-queries.ts'
import { listAdministratorIds } from '../role-templates.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from './load-role-definitions.ts'
import { listAffectedMembershipIds } from './role-impact.ts'
import { administratorTemplates } from './separate-duties.ts'

const findRoleSource = async ({ db }: Pick<Ctx, 'db'>, roleId: string) =>
  (await listRoleSources(db, [roleId])).find(({ id }) => id === roleId)

/** The role and the people of a grant, for notifications; undefined if the role no longer exists. */
export async function getRoleAssignment(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { roleId, userIds }: { roleId: string; userIds: readonly string[] },
) {
  const role = await findRoleSource(ctx, roleId)
  if (!role) return undefined
  const people = [...(await getMembershipNames(ctx.db, userIds)).values()]
  const isAdministrator = role.template !== null && administratorTemplates.includes(role.template)
  return { roleName: role.name, template: isAdministrator ? role.template : null, people }
}

/** Administrators of the same organisation, or of the district for the three duties. */
export async function listFellowAdministrators(ctx: Pick<Ctx, 'db' | 'now'>, template: RoleTemplate, orgId: string) {
  if (template === 'school-admin') return listAdministratorIds(ctx, orgId)
  const userIds = (await listDutyHolders(ctx.db, dayOf(ctx.now))).map(({ userId }) => userId)
  return [...(await getMembershipNames(ctx.db, userIds)).values()].map(({ personId }) => ({ personId }))
}

/** Everybody whose permissions were changed by a role change. */
export async function getAffectedPeople(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, changeId: string) {
  const change = await findRoleChange(ctx.db, changeId)
  const role = change && (await findRoleSource(ctx, change.roleId))
  if (!role || !change.before) return undefined
  const { parentId, hiddenFields } = change.before
  const definitions = await loadRoleDefinitions(ctx, [role.id, ...(parentId ? [parentId] : [])])
  const rows = listOwnRows(definitions, role, change.before)
  // Compares the present state with the earlier one: both directions affect the same people.
  const userIds = await listAffectedMembershipIds(ctx, { id: role.id, orgPath: null, parentId, rows, hiddenFields })
  const people = await getMembershipNames(ctx.db, userIds)
  return { roleName: role.name, people: [...people.values()] }
}

/** The own rows of a role in this state: its differences from what it inherits. */
function listOwnRows(
  definitions: LoadedRoleDefinitions,
  role: { id: string; template: RoleTemplate | null },
  { parentId, functions }: RoleSnapshot,
) {
  const held = new Set(functions.map(({ code }) => code))
  const gone = [...getInheritedPermissions(definitions, { template: role.template, parentId }).keys()].filter(
    (code) => !held.has(code),
  )
  return [
    ...functions.map(({ code, scope, orgIds }): RolePermissionRow => ({
      roleId: role.id,
      permission: code,
      scope,
      orgIds,
    })),
    ...gone
      .filter((code) => isFunction(definitions, code))
      .map((permission): RolePermissionRow => ({ roleId: role.id, permission, scope: null, orgIds: [] })),
  ]
}
