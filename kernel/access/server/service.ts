import { roleTemplates, type RoleTemplate, type ScopeKind } from '#packages/contract'
import { dayOf, newId, nothing, union, type Ctx, type Scope } from '#packages/core'
import type { Place } from '#kernel/staff/server'
import { defaultsOf, menuFor, needsCharge } from './catalogue.ts'
import { giveRoles, grantsOf, holderIdsAt, holdersAt, insertRoles, rolesByTemplate } from './queries.ts'

interface Grants {
  permissions: Map<string, Scope>
  templates: Set<RoleTemplate>
}

/** Everything a membership may do, and how far: the union of its roles. Asked once a session check. */
export async function permissionsOf(ctx: Pick<Ctx, 'db'>, place: Place): Promise<Grants> {
  const rows = await grantsOf(ctx.db, place.id)
  const roles = Map.groupBy(rows, ({ roleId }) => roleId)
  const reached = new Map<string, Scope[]>()
  const templates = new Set<RoleTemplate>()
  const reachOf = scopesOf(place)

  for (const differences of roles.values()) {
    const { template } = differences[0]!
    if (template) templates.add(template)
    const held = new Map<string, Scope>()
    if (template) for (const [permission, kind] of defaultsOf(template)) held.set(permission, reachOf(permission, kind))
    for (const { permission, scope, orgIds } of differences) {
      if (!permission) continue
      if (scope) held.set(permission, reachOf(permission, scope, orgIds ?? []))
      else held.delete(permission)
    }
    for (const [permission, scope] of held) reached.set(permission, [...(reached.get(permission) ?? []), scope])
  }
  return {
    templates,
    permissions: new Map(
      [...reached].map(([permission, scopes]) => [permission, scopes.length === 1 ? scopes[0]! : union(scopes)]),
    ),
  }
}

/** What pupils and guardians may do: what their template says, for themselves. */
export const familyPermissions = (template: 'pupil' | 'guardian', userId: string): Map<string, Scope> =>
  new Map([...defaultsOf(template).keys()].map((permission) => [permission, { ...nothing, self: userId }]))

/** Turns a kind of reach into the rows it means for somebody in this place. */
function scopesOf(place: Place): (permission: string, kind: ScopeKind, orgIds?: readonly string[]) => Scope {
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
  return (permission, kind, orgIds = []) => {
    if (kind === 'listed-orgs') return { ...nothing, orgIds }
    return kind === 'classes' && needsCharge(permission) ? { ...nothing, classesLedBy: id } : usual[kind]
  }
}

/** The roles that every district starts with. */
export const createRoles = (ctx: Ctx) =>
  insertRoles(
    ctx.db,
    Object.entries(roleTemplates).map(([template, { title }]) => ({
      id: newId(),
      template: template as RoleTemplate,
      title,
    })),
    ctx.now,
  )

export const grantTemplates = (ctx: Ctx, membershipId: string, templates: readonly RoleTemplate[]) =>
  grantToAll(ctx, [membershipId], templates)

/** The same for many; whoever has a role keeps it. */
export async function grantToAll(ctx: Ctx, membershipIds: readonly string[], templates: readonly RoleTemplate[]) {
  if (templates.length === 0 || membershipIds.length === 0) return
  const roles = await rolesByTemplate(ctx.db, templates)
  await giveRoles(
    ctx.db,
    membershipIds,
    roles.map(({ id }) => id),
    ctx.now,
  )
}

export const readMenu = async (ctx: Ctx) => ({
  modules: menuFor(ctx.actor.permissions),
  permissions: [...ctx.actor.permissions.keys()].toSorted(),
})

const administratorsTold = 5

/** Whom to ask for a right: those who run the organisation where one is, then those who run the district. */
export async function readAdministrators({ db, now, actor }: Ctx) {
  const asked = { day: dayOf(now), limit: administratorsTold }
  const here = await holdersAt(db, { ...asked, orgId: actor.orgId, template: 'school-admin' })
  const above = await holdersAt(db, { ...asked, orgId: null, template: 'district-admin' })
  return { administrators: [...here, ...above] }
}

/** Those who run an organisation, or with null those who run the district: the people whom something is told to. */
export const administratorsOf = ({ db, now }: Pick<Ctx, 'db' | 'now'>, orgId: string | null) =>
  holderIdsAt(db, { orgId, template: orgId === null ? 'district-admin' : 'school-admin', day: dayOf(now) })
