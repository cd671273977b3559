import type { RoleTemplate, ScopeKind } from '#packages/contract'
import { dayOf, nothing, union, type Ctx, type Scope } from '#packages/core'
import type { Place } from '#kernel/staff/server'
import { needsCharge } from '../catalogue.ts'
import { countsApart, definitionOf, templateBehind, type Origin, type OwnRow, type RoleBook } from '../definition.ts'
import { hiddenBy } from '../difference.ts'
import { rolesHeldBy, wordsOfRoles, type HeldRole } from '../holding-queries.ts'

type PlaceFacts = Pick<Place, 'id' | 'orgId' | 'orgPath' | 'departmentId' | 'departmentPath'>

/** One way on which a function comes to somebody, and how far it reaches on that way. */
export interface ReasonFacts {
  permission: string
  roleId: string
  roleName: string
  via: HeldRole['via']
  viaName: string
  origin: Origin
  kind: ScopeKind
  orgIds: readonly string[]
  scope: Scope
}

interface Grants {
  permissions: Map<string, Scope>
  templates: Set<RoleTemplate>
  roleIds: string[]
  /** Fields that no role which gives anything shows. */
  hiddenFields: Set<string>
}

/** Every way on which somebody in this place may do anything. What is allowed is the union of it, and nothing else. */
export const reasonsOf = async (ctx: Pick<Ctx, 'db' | 'now'>, place: PlaceFacts): Promise<ReasonFacts[]> =>
  (await readRoles(ctx, place)).reasons

/** Everything a place may do, and how far. Asked for every session every few seconds. */
export async function permissionsOf(ctx: Pick<Ctx, 'db' | 'now'>, place: PlaceFacts): Promise<Grants> {
  const { held, hidden, reasons } = await readRoles(ctx, place)
  const reached = Map.groupBy(reasons, ({ permission }) => permission)
  const scopeOf = (ways: readonly ReasonFacts[]) =>
    ways.length === 1 ? ways[0]!.scope : union(ways.map(({ scope }) => scope))
  return {
    permissions: new Map([...reached].map(([permission, ways]) => [permission, scopeOf(ways)])),
    templates: new Set(held.flatMap(({ template }) => template ?? [])),
    roleIds: [...new Set(held.map(({ roleId }) => roleId))],
    hiddenFields: hiddenBy(
      hidden,
      reasons.map(({ roleId }) => roleId),
    ),
  }
}

async function readRoles({ db, now }: Pick<Ctx, 'db' | 'now'>, place: PlaceFacts) {
  const nodeIds = (place.departmentPath ?? place.orgPath).split('.').filter(Boolean)
  const held = await rolesHeldBy(db, { id: place.id, nodeIds }, dayOf(now))
  const { book, hidden } = await bookOf(db, held)
  const isSeparated = held.some((role) => role.isSeparated)
  const reachOf = scopesOf(place)
  const isAtTop = !place.orgPath.includes('.')
  const reasons = held.flatMap(({ roleId, roleName, via, giver, post }): ReasonFacts[] => {
    const template = templateBehind(book, roleId)
    const viaName = wordsOfWay[via](giver, post)
    return [...definitionOf(book, roleId)].flatMap(([permission, given]) => {
      if (isSeparated && !countsApart(permission, given, { template, isAtTop })) return []
      const { scope: kind, orgIds, origin } = given
      const scope = reachOf(permission, kind, orgIds)
      return [{ permission, roleId, roleName, via, viaName, origin, kind, orgIds, scope }]
    })
  })
  return { held, hidden, reasons }
}

const wordsOfWay: Record<HeldRole['via'], (giver: string, post: string) => string> = {
  person: (giver) => (giver ? `${giver}指派` : '直接指派'),
  org: (orgName) => `${orgName}全体教职工`,
  post: (orgName, post) => `${orgName}岗位“${post}”`,
}

async function bookOf(db: Ctx['db'], held: readonly HeldRole[]) {
  const roles: RoleBook['roles'] = new Map(
    held.flatMap(({ roleId, template, parentId, parentTemplate }) => [
      [roleId, { id: roleId, template, parentId }] as const,
      ...(parentId ? [[parentId, { id: parentId, template: parentTemplate, parentId: null }] as const] : []),
    ]),
  )
  const words = roles.size === 0 ? [] : await wordsOfRoles(db, [...roles.keys()])
  return { ...sortedWords(words), book: { roles, ...sortedWords(words) } }
}

/** What roles say themselves, role by role. */
export function sortedWords(words: Awaited<ReturnType<typeof wordsOfRoles>>) {
  const rows = words.flatMap(({ roleId, permission, scope, orgIds }): OwnRow[] =>
    permission === null ? [] : [{ roleId, permission, scope, orgIds }],
  )
  const fields = words.flatMap(({ roleId, field }) => (field === null ? [] : [{ roleId, field }]))
  const hidden = Map.groupBy(fields, ({ roleId }) => roleId)
  return {
    rows: Map.groupBy(rows, ({ roleId }) => roleId),
    hidden: new Map([...hidden].map(([roleId, some]) => [roleId, some.map(({ field }) => field)])),
  }
}

/** Turns a kind of reach into the rows it means for somebody in this place. */
function scopesOf(place: PlaceFacts): (permission: string, kind: ScopeKind, orgIds: readonly string[]) => Scope {
  const { orgPath, orgId, departmentPath, departmentId, id } = place
  const usual: Record<Exclude<ScopeKind, 'listed-orgs'>, Scope> = {
    district: { ...nothing, district: true },
    'org-tree': { ...nothing, orgPaths: [orgPath] },
    org: { ...nothing, orgIds: [orgId] },
    'department-tree': { ...nothing, departmentPaths: departmentPath ? [departmentPath] : [] },
    department: { ...nothing, departmentIds: departmentId ? [departmentId] : [] },
    self: { ...nothing, self: id },
    classes: { ...nothing, classesOf: id },
  }
  return (permission, kind, orgIds) => {
    if (kind === 'listed-orgs') return { ...nothing, orgIds }
    return kind === 'classes' && needsCharge(permission) ? { ...nothing, classesLedBy: id } : usual[kind]
  }
}
