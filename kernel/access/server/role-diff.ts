import {
  countsUnderSeparation,
  getRolePermissions,
  getBaseTemplate,
  type RolePermissions,
  type RoleDefinitions,
} from './role-definitions.ts'
import { containsScope, type RoleScope } from './role-scope.ts'

/** People with the same roles and the same kind of membership, who therefore have equal permissions. */
export interface HolderGroup {
  roleIds: readonly string[]
  orgId: string
  isAtTop: boolean
  hasDepartment: boolean
  userIds: readonly string[]
  count: number
}

/** Role definitions with hidden fields, at one moment. */
export interface RoleDefinitionsWithFields extends RoleDefinitions {
  hidden: ReadonlyMap<string, readonly string[]>
}

interface PermissionChange {
  code: string
  before: readonly RoleScope[]
  after: readonly RoleScope[]
}

/** The effect of a change on one group. */
export interface RoleChangeOutcome {
  gains: PermissionChange[]
  loses: PermissionChange[]
  /** Permissions that change in the role but not for the group, with the roles that still give them. */
  unchanged: { code: string; roleIds: string[] }[]
}

/** Compares the permissions of groups before and after, for all codes that differ in any changed role. */
export class RoleDiff {
  readonly #before: PermissionSnapshot
  readonly #after: PermissionSnapshot
  readonly #changed: readonly string[]
  readonly #codes: readonly string[]

  constructor(
    before: RoleDefinitionsWithFields,
    after: RoleDefinitionsWithFields,
    changed: readonly string[],
    isSeparated: boolean,
  ) {
    this.#before = new PermissionSnapshot(before, isSeparated)
    this.#after = new PermissionSnapshot(after, isSeparated)
    this.#changed = changed
    this.#codes = [...new Set(changed.flatMap((roleId) => listChangedCodes(before, after, roleId)))]
  }

  getOutcome(group: HolderGroup): RoleChangeOutcome {
    const outcome: RoleChangeOutcome = { gains: [], loses: [], unchanged: [] }
    for (const code of this.#codes) {
      const change = { code, before: this.#before.listScopes(group, code), after: this.#after.listScopes(group, code) }
      const isGain = !isCoveredBy(change.after, change.before)
      const isLoss = !isCoveredBy(change.before, change.after)
      if (isGain) outcome.gains.push(change)
      if (isLoss) outcome.loses.push(change)
      if (!isGain && !isLoss) this.#noteUnchanged(outcome, group, code)
    }
    this.#compareFields(outcome, group)
    return outcome
  }

  #noteUnchanged({ unchanged }: RoleChangeOutcome, group: HolderGroup, code: string) {
    const own = group.roleIds.filter((roleId) => this.#changed.includes(roleId))
    const differs = own.some(
      (roleId) =>
        !isSameScope(
          this.#before.getPermissions(roleId, group).get(code),
          this.#after.getPermissions(roleId, group).get(code),
        ),
    )
    if (!differs) return
    const others = group.roleIds.filter(
      (roleId) => !own.includes(roleId) && this.#after.getPermissions(roleId, group).has(code),
    )
    unchanged.push({ code, roleIds: others })
  }

  #compareFields({ gains, loses }: RoleChangeOutcome, group: HolderGroup) {
    const [before, after] = [this.#before.getHiddenFields(group), this.#after.getHiddenFields(group)]
    const change = (field: string) => ({ code: `field:${field}`, before: [], after: [] })
    for (const field of before) if (!after.has(field)) gains.push(change(field))
    for (const field of after) if (!before.has(field)) loses.push(change(field))
  }
}

/** Permissions of roles at one moment, computed once per role. */
class PermissionSnapshot {
  readonly #definitions: RoleDefinitionsWithFields
  readonly #isSeparated: boolean
  readonly #known = new Map<string, RolePermissions>()

  constructor(definitions: RoleDefinitionsWithFields, isSeparated: boolean) {
    this.#definitions = definitions
    this.#isSeparated = isSeparated
  }

  getPermissions(roleId: string, { isAtTop }: Pick<HolderGroup, 'isAtTop'>): RolePermissions {
    const key = `${roleId} ${isAtTop}`
    const known = this.#known.get(key)
    if (known) return known
    const template = getBaseTemplate(this.#definitions, roleId)
    const definition = new Map(
      [...getRolePermissions(this.#definitions, roleId)].filter(
        ([code, held]) =>
          !this.#isSeparated || countsUnderSeparation(this.#definitions, code, held, { template, isAtTop }),
      ),
    )
    this.#known.set(key, definition)
    return definition
  }

  /** The scopes of a permission for a group, without those contained in another. */
  listScopes(group: HolderGroup, code: string): RoleScope[] {
    const scopes = group.roleIds.flatMap((roleId) => this.getPermissions(roleId, group).get(code) ?? [])
    return simplifyScopes(scopes, group)
  }

  /** Fields that are hidden by every role with permissions. */
  getHiddenFields(group: HolderGroup): Set<string> {
    const giving = group.roleIds.filter((roleId) => this.getPermissions(roleId, group).size > 0)
    return getCommonHiddenFields(this.#definitions.hidden, giving)
  }
}

/** Fields that all these roles hide; empty without roles. One role that shows a field is enough to see it. */
export function getCommonHiddenFields(
  hidden: ReadonlyMap<string, readonly string[]>,
  giving: readonly string[],
): Set<string> {
  const [first, ...others] = new Set(giving)
  if (first === undefined) return new Set()
  const fields = hidden.get(first) ?? []
  return new Set(fields.filter((field) => others.every((roleId) => hidden.get(roleId)?.includes(field))))
}

function simplifyScopes(held: readonly RoleScope[], { orgId, isAtTop, hasDepartment }: HolderGroup): RoleScope[] {
  const listed = new Set(held.flatMap(({ scope, orgIds }) => (scope === 'listed-orgs' ? orgIds : [])))
  const kinds = new Set(held.map(({ scope }) => scope))
  kinds.delete('listed-orgs')
  // Department scopes are empty without a department.
  if (!hasDepartment) for (const kind of ['department', 'department-tree'] as const) kinds.delete(kind)
  if (listed.delete(orgId)) kinds.add('org')
  if (isAtTop && kinds.has('org-tree')) listed.clear()
  const scopes: RoleScope[] = [...kinds].map((scope) => ({ scope, orgIds: [] }))
  if (listed.size > 0) scopes.push({ scope: 'listed-orgs', orgIds: [...listed].toSorted() })
  return scopes.filter((one) => !scopes.some((other) => other !== one && containsScope(other, one)))
}

/** Whether each of these scopes is contained in one of the others. */
const isCoveredBy = (some: readonly RoleScope[], others: readonly RoleScope[]) =>
  some.every((one) => others.some((other) => containsScope(other, one)))

const isSameScope = (a: RoleScope | undefined, b: RoleScope | undefined) =>
  a === b || (a?.scope === b?.scope && a?.orgIds.toSorted().join() === b?.orgIds.toSorted().join())

/** Permissions whose scope differs between the two states. */
function listChangedCodes(before: RoleDefinitions, after: RoleDefinitions, roleId: string): string[] {
  const [was, is] = [getRolePermissions(before, roleId), getRolePermissions(after, roleId)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((code) => !isSameScope(was.get(code), is.get(code)))
}
