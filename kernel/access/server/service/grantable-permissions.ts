import { emptyScope, Refusal, type Ctx, type Scope } from '#packages/core'
import { getRolePermissions, type RolePermissions } from '../role-definitions.ts'
import { getOrgPaths, findTemplateRole } from '../role-grant-queries.ts'
import { canGrantScope, type RoleScope, type ReceiverScope } from '../role-scope.ts'
import { loadRoleDefinitions } from './load-role-definitions.ts'

const beyondOwnMessage = '不能授予超出本人权限的功能'

/** What a user may grant: at most her own permissions, or those of administrators whom she may appoint. */
export interface GrantablePermissions {
  /** The scope in which she may grant permissions that she lacks; never to herself. */
  any: Scope | null
  /** Grantable scopes by permission code. */
  scopes: ReadonlyMap<string, readonly Scope[]>
  /** Fields hidden from the user: a role that shows them exceeds her own permissions. */
  hidden: ReadonlySet<string>
}

/** `forSelf`: the role is for the caller's own membership, where only permissions count that she has. */
export async function getGrantablePermissions(
  ctx: Ctx,
  { forSelf }: { forSelf: boolean },
): Promise<GrantablePermissions> {
  const { permissions } = ctx.actor
  const scopes = new Map<string, Scope[]>([...permissions].map(([code, scope]) => [code, [scope]]))
  const appointing = permissions.get('org.appoint')
  if (appointing)
    for (const [code, { scope: kind }] of await getSchoolAdminPermissions(ctx)) {
      // A caller who may appoint an administrator may grant everything that the administrator could grant.
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

/** Whether all these permissions may be granted to the receiver. */
export function mayGrantFunctions(
  { any, scopes }: GrantablePermissions,
  functions: Iterable<readonly [string, RoleScope]>,
  receiver: ReceiverScope,
  pathOf: ReadonlyMap<string, string>,
): boolean {
  for (const [code, roleScope] of functions) {
    const having = [...(any ? [any] : []), ...(scopes.get(code) ?? [])]
    if (!having.some((scope) => canGrantScope(scope, roleScope, receiver, pathOf))) return false
  }
  return true
}

/** Whether a role shows no field that is hidden from the grantor: one role that shows a field is enough to see it. */
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

/** Refuses to appoint somebody who would get permissions that the caller could not grant there by a role. */
export async function refuseAppointmentBeyondOwn(
  ctx: Ctx,
  permissions: readonly string[],
  { orgId, orgPath, forSelf }: { orgId: string; orgPath: string; forSelf: boolean },
) {
  const functions = permissions.map((code) => [code, { scope: 'org-tree' as const, orgIds: [] }] as const)
  const receiver = { orgId, orgPath, departmentId: null, departmentPath: null }
  refuseBeyondOwn(await getGrantablePermissions(ctx, { forSelf }), functions, receiver, new Map())
}

/** Paths of the organisations that permissions with `listed-orgs` name. */
export const getListedOrgPaths = (ctx: Pick<Ctx, 'db'>, functions: Iterable<readonly [string, RoleScope]>) =>
  getOrgPaths(ctx.db, [...new Set([...functions].flatMap(([, { orgIds }]) => orgIds))])
