import type { RoleTemplate } from '#packages/contract'
import { Refusal, type Ctx } from '#packages/core'
import { getTemplateDefaults } from '../permission-catalogue.ts'
import { containsScope, type RoleScope } from '../role-scope.ts'

const administratorCodes = ['role.edit', 'role.assign', 'org.appoint']
const securityAdminCodes = ['role.read', 'role.edit', 'role.assign', 'role.grant-any']

/** Permissions that a system role must keep, because otherwise nobody could grant them again. */
const lockedCodes: Partial<Record<RoleTemplate, readonly string[]>> = {
  'district-admin': administratorCodes,
  'school-admin': administratorCodes,
  'security-admin': securityAdminCodes,
}

export const isLockedPermission = ({ template }: { template: RoleTemplate | null }, code: string) =>
  template !== null && (lockedCodes[template]?.includes(code) ?? false)

/** Refuses to remove locked permissions from administrator roles. */
export function refuseRemovingLocked(
  ctx: Pick<Ctx, 'app'>,
  template: RoleTemplate | null,
  functions: ReadonlyMap<string, RoleScope>,
) {
  if (template === null) return
  for (const code of lockedCodes[template] ?? []) {
    const scope = getTemplateDefaults(ctx, template).get(code)
    const held = functions.get(code)
    if (scope && !(held && containsScope(held, { scope, orgIds: [] }))) throw new Refusal('至少保留一名管理员')
  }
}
