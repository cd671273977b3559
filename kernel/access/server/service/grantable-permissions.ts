import { emptyScope, Refusal, type Ctx, type Scope } from '#packages/core'
import { getRolePermissions, type RolePermissions } from '../role-definitions.ts'
import { getOrgPaths, findTemplateRole } from '../role-grant-queries.ts'
import { canGrantScope, type RoleScope, type ReceiverScope } from '../role-scope.ts'
import { loadRoleDefinitions } from './load-role-definitions.ts'

const beyondOwnMessage = '不能授予超出本人权限的功能'

/** What somebody may give to others: never more than she has, or than those whom she may appoint. */
export interface GrantablePermissions {
  /** How far she decides about rights that she does not have, which is never for herself. */
  any: Scope | null
  /** By code, the scopes of which each may be given. */
  scopes: ReadonlyMap<string, readonly Scope[]>
  /** What is hidden from herself: a role that shows it is more than she has. */
  hidden: ReadonlySet<string>
}

/** With `forSelf` it is for a place of one's own, where deciding about what one lacks does not count. */
export async function getGrantablePermissions(
  ctx: Ctx,
  { forSelf }: { forSelf: boolean },
): Promise<GrantablePermissions> {
  const { permissions } = ctx.actor
  const scopes = new Map<string, Scope[]>([...permissions].map(([code, scope]) => [code, [scope]]))
  const appointing = permissions.get('org.appoint')
  if (appointing)
    for (const [code, { scope: kind }] of await getSchoolAdminPermissions(ctx)) {
      // Who may appoint an administrator may give as much as the administrator could.
      const isOfOrg = kind === 'org-tree' || kind === 'org'
      scopes.set(code, [...(scopes.get(code) ?? []), isOfOrg ? appointing : emptyScope])
    }
  const any = forSelf ? null : (permissions.get('role.grant-any') ?? null)
  return { any, scopes, hidden: any ? new Set() : (ctx.actor.hiddenFields ?? new Set()) }
}

async function getSchoolAdminPermissions(ctx: Ctx): Promise<RolePermissions> {
  const role = await findTemplateRole(ctx.db, 'school-admin')
  return role ? getRolePermissions(await loadRoleDefinitions(ctx, [role.id]), role.id) : new Map()
}

/** Whether every one of these functions may be given to whoever is there. */
export function mayGrantFunctions(
  { any, scopes }: GrantablePermissions,
  functions: Iterable<readonly [string, RoleScope]>,
  receiver: ReceiverScope,
  pathOf: ReadonlyMap<string, string>,
): boolean {
  for (const [code, reach] of functions) {
    const having = [...(any ? [any] : []), ...(scopes.get(code) ?? [])]
    if (!having.some((scope) => canGrantScope(scope, reach, receiver, pathOf))) return false
  }
  return true
}

/** Whether a role shows nothing that is hidden from the giver: the widest of somebody's roles decides what she sees. */
export const mayShowFields = (
  { hidden }: GrantablePermissions,
  functions: ReadonlyMap<string, RoleScope>,
  hides: readonly string[],
): boolean => functions.size === 0 || [...hidden].every((field) => hides.includes(field))

export function refuseShowingHiddenFields(...request: Parameters<typeof mayShowFields>) {
  if (!mayShowFields(...request)) throw new Refusal('不能授予超出本人权限的字段')
}

export function refuseBeyondOwn(...request: Parameters<typeof mayGrantFunctions>) {
  if (!mayGrantFunctions(...request)) throw new Refusal(beyondOwnMessage)
}

/** Where the organisations stand that functions name one by one. */
export const getListedOrgPaths = (ctx: Pick<Ctx, 'db'>, functions: Iterable<readonly [string, RoleScope]>) =>
  getOrgPaths(ctx.db, [...new Set([...functions].flatMap(([, { orgIds }]) => orgIds))])
