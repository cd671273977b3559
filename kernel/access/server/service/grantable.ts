import { nothing, Refusal, type Ctx, type Scope } from '#packages/core'
import { definitionOf, type Definition } from '../definition.ts'
import { pathsOfOrgs, roleOfTemplate } from '../grant-queries.ts'
import { covers, type Reach, type Receiving } from '../reach.ts'
import { readBook } from './books.ts'

const beyond = '不能授予超出本人权限的功能'

/** What somebody may give to others: never more than she has, or than those whom she may appoint. */
export interface Grantable {
  /** How far she decides about rights that she does not have, which is never for herself. */
  any: Scope | null
  /** By code, the scopes of which each may be given. */
  scopes: ReadonlyMap<string, readonly Scope[]>
  /** What is hidden from herself: a role that shows it is more than she has. */
  hidden: ReadonlySet<string>
}

/** With `forSelf` it is for a place of one's own, where deciding about what one lacks does not count. */
export async function grantableBy(ctx: Ctx, { forSelf }: { forSelf: boolean }): Promise<Grantable> {
  const { permissions } = ctx.actor
  const scopes = new Map<string, Scope[]>([...permissions].map(([code, scope]) => [code, [scope]]))
  const appointing = permissions.get('org.appoint')
  if (appointing)
    for (const [code, { scope: kind }] of await schoolAdministration(ctx)) {
      // Who may appoint an administrator may give as much as the administrator could.
      const isOfOrg = kind === 'org-tree' || kind === 'org'
      scopes.set(code, [...(scopes.get(code) ?? []), isOfOrg ? appointing : nothing])
    }
  const any = forSelf ? null : (permissions.get('role.grant-any') ?? null)
  return { any, scopes, hidden: any ? new Set() : (ctx.actor.hiddenFields ?? new Set()) }
}

async function schoolAdministration(ctx: Ctx): Promise<Definition> {
  const role = await roleOfTemplate(ctx.db, 'school-admin')
  return role ? definitionOf(await readBook(ctx, [role.id]), role.id) : new Map()
}

/** Whether every one of these functions may be given to whoever is there. */
export function mayGive(
  { any, scopes }: Grantable,
  functions: Iterable<readonly [string, Reach]>,
  receiving: Receiving,
  pathOf: ReadonlyMap<string, string>,
): boolean {
  for (const [code, reach] of functions) {
    const having = [...(any ? [any] : []), ...(scopes.get(code) ?? [])]
    if (!having.some((scope) => covers(scope, reach, receiving, pathOf))) return false
  }
  return true
}

/** Whether a role shows nothing that is hidden from the giver: the widest of somebody's roles decides what she sees. */
export const mayShow = (
  { hidden }: Grantable,
  functions: ReadonlyMap<string, Reach>,
  hides: readonly string[],
): boolean => functions.size === 0 || [...hidden].every((field) => hides.includes(field))

export function refuseShowing(...asked: Parameters<typeof mayShow>) {
  if (!mayShow(...asked)) throw new Refusal('不能授予超出本人权限的字段')
}

export function refuseBeyond(...asked: Parameters<typeof mayGive>) {
  if (!mayGive(...asked)) throw new Refusal(beyond)
}

/** Where the organisations stand that functions name one by one. */
export const pathsNamedIn = (ctx: Pick<Ctx, 'db'>, functions: Iterable<readonly [string, Reach]>) =>
  pathsOfOrgs(ctx.db, [...new Set([...functions].flatMap(([, { orgIds }]) => orgIds))])
