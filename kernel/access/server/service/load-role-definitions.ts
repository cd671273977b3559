import type { Ctx } from '#packages/core'
import {
  countsUnderSeparation,
  getRolePermissions,
  getBaseTemplate,
  type RoleDefinitions,
} from '../role-definitions.ts'
import { isDutySeparationOn, listRoleDefinitionRows } from '../role-holding-queries.ts'
import { listRoleSources, type RoleSourceRow } from '../role-queries.ts'
import { groupDefinitionRows } from './effective-permissions.ts'

export interface LoadedRoleDefinitions extends RoleDefinitions {
  roles: ReadonlyMap<string, RoleSourceRow>
  /** Hidden fields by role. */
  hidden: ReadonlyMap<string, readonly string[]>
}

/** These roles and their parents with their own rows. */
export async function loadRoleDefinitions(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  roleIds: readonly string[] | 'all',
): Promise<LoadedRoleDefinitions> {
  const sources = await listRoleSources(db, roleIds)
  const ids = sources.map(({ id }) => id)
  return {
    app,
    roles: new Map(sources.map((role) => [role.id, role])),
    ...groupDefinitionRows(await listRoleDefinitionRows(db, ids)),
  }
}

/** The district's roles that contain a permission, with its scope. */
export async function listGrantingRoles(ctx: Pick<Ctx, 'app' | 'db'>, permission: string) {
  const definitions = await loadRoleDefinitions(ctx, 'all')
  const isSeparated = await isDutySeparationOn(ctx.db)
  return [...definitions.roles.keys()].flatMap((roleId) => {
    const held = getRolePermissions(definitions, roleId).get(permission)
    if (!held) return []
    const counts = (isAtTop: boolean) =>
      !isSeparated ||
      countsUnderSeparation(ctx, permission, held, { template: getBaseTemplate(definitions, roleId), isAtTop })
    if (!counts(false)) return []
    return [{ roleId, scope: held.scope, orgIds: held.orgIds, countsAtTop: counts(true) }]
  })
}

/**
 * Roles with permissions that do not hide the field, and whether they count for members of the bureau too; null if no
 * role hides it.
 */
export async function listFieldShowingRoles(ctx: Pick<Ctx, 'app' | 'db'>, field: string) {
  const definitions = await loadRoleDefinitions(ctx, 'all')
  if (![...definitions.hidden.values()].some((fields) => fields.includes(field))) return null
  const isSeparated = await isDutySeparationOn(ctx.db)
  return [...definitions.roles.keys()].flatMap((roleId) => {
    if (definitions.hidden.get(roleId)?.includes(field)) return []
    const template = getBaseTemplate(definitions, roleId)
    const functions = [...getRolePermissions(definitions, roleId)]
    const gives = (isAtTop: boolean) =>
      functions.some(([code, held]) => !isSeparated || countsUnderSeparation(ctx, code, held, { template, isAtTop }))
    return gives(false) ? [{ roleId, countsAtTop: gives(true) }] : []
  })
}
