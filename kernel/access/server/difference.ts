import { countsApart, definitionOf, templateBehind, type Definition, type RoleBook } from './definition.ts'
import { contains, type Reach } from './reach.ts'

/** People who are alike in everything that decides about their rights. */
export interface Crowd {
  roleIds: readonly string[]
  orgId: string
  isAtTop: boolean
  hasDepartment: boolean
  userIds: readonly string[]
  count: number
}

/** Roles with what they say and hide, at one moment. */
export interface Shelf extends RoleBook {
  hidden: ReadonlyMap<string, readonly string[]>
}

interface Change {
  code: string
  before: readonly Reach[]
  after: readonly Reach[]
}

/** What a change means for one crowd. */
export interface Outcome {
  gains: Change[]
  loses: Change[]
  /** What the role gives otherwise from now on, but others give as well: by which of their roles. */
  unchanged: { code: string; roleIds: string[] }[]
}

/** Compares what crowds hold before and after, for all codes that differ in any of the changed roles. */
export class Comparison {
  readonly #before: Side
  readonly #after: Side
  readonly #changed: readonly string[]
  readonly #codes: readonly string[]

  constructor(before: Shelf, after: Shelf, changed: readonly string[], isApart: boolean) {
    this.#before = new Side(before, isApart)
    this.#after = new Side(after, isApart)
    this.#changed = changed
    this.#codes = [...new Set(changed.flatMap((roleId) => differing(before, after, roleId)))]
  }

  outcomeFor(crowd: Crowd): Outcome {
    const outcome: Outcome = { gains: [], loses: [], unchanged: [] }
    for (const code of this.#codes) {
      const change = { code, before: this.#before.reaches(crowd, code), after: this.#after.reaches(crowd, code) }
      const isGain = !isHeldWithin(change.after, change.before)
      const isLoss = !isHeldWithin(change.before, change.after)
      if (isGain) outcome.gains.push(change)
      if (isLoss) outcome.loses.push(change)
      if (!isGain && !isLoss) this.#noteUnchanged(outcome, crowd, code)
    }
    this.#compareFields(outcome, crowd)
    return outcome
  }

  #noteUnchanged({ unchanged }: Outcome, crowd: Crowd, code: string) {
    const own = crowd.roleIds.filter((roleId) => this.#changed.includes(roleId))
    const differs = own.some(
      (roleId) => !isSame(this.#before.held(roleId, crowd).get(code), this.#after.held(roleId, crowd).get(code)),
    )
    if (!differs) return
    const others = crowd.roleIds.filter((roleId) => !own.includes(roleId) && this.#after.held(roleId, crowd).has(code))
    unchanged.push({ code, roleIds: others })
  }

  #compareFields({ gains, loses }: Outcome, crowd: Crowd) {
    const [before, after] = [this.#before.hiddenFrom(crowd), this.#after.hiddenFrom(crowd)]
    const change = (field: string) => ({ code: `field:${field}`, before: [], after: [] })
    for (const field of before) if (!after.has(field)) gains.push(change(field))
    for (const field of after) if (!before.has(field)) loses.push(change(field))
  }
}

/** What roles hold at one moment, worked out once for each role and not once for each person. */
class Side {
  readonly #shelf: Shelf
  readonly #isApart: boolean
  readonly #known = new Map<string, Definition>()

  constructor(shelf: Shelf, isApart: boolean) {
    this.#shelf = shelf
    this.#isApart = isApart
  }

  held(roleId: string, { isAtTop }: Pick<Crowd, 'isAtTop'>): Definition {
    const key = `${roleId} ${isAtTop}`
    const known = this.#known.get(key)
    if (known) return known
    const template = templateBehind(this.#shelf, roleId)
    const definition = new Map(
      [...definitionOf(this.#shelf, roleId)].filter(
        ([code, held]) => !this.#isApart || countsApart(code, held, { template, isAtTop }),
      ),
    )
    this.#known.set(key, definition)
    return definition
  }

  /** How far a crowd holds one function: only reaches that none of the others contains. */
  reaches(crowd: Crowd, code: string): Reach[] {
    const held = crowd.roleIds.flatMap((roleId) => this.held(roleId, crowd).get(code) ?? [])
    return simplified(held, crowd)
  }

  /** What every role hides that gives anything. */
  hiddenFrom(crowd: Crowd): Set<string> {
    const giving = crowd.roleIds.filter((roleId) => this.held(roleId, crowd).size > 0)
    return hiddenBy(this.#shelf.hidden, giving)
  }
}

/** What all of these roles hide; none hides anything where there are none. The widest role wins. */
export function hiddenBy(hidden: ReadonlyMap<string, readonly string[]>, giving: readonly string[]): Set<string> {
  const [first, ...others] = new Set(giving)
  if (first === undefined) return new Set()
  const fields = hidden.get(first) ?? []
  return new Set(fields.filter((field) => others.every((roleId) => hidden.get(roleId)?.includes(field))))
}

function simplified(held: readonly Reach[], { orgId, isAtTop, hasDepartment }: Crowd): Reach[] {
  const listed = new Set(held.flatMap(({ scope, orgIds }) => (scope === 'listed-orgs' ? orgIds : [])))
  const kinds = new Set(held.map(({ scope }) => scope))
  kinds.delete('listed-orgs')
  // Whoever is in no department reaches none.
  if (!hasDepartment) for (const kind of ['department', 'department-tree'] as const) kinds.delete(kind)
  if (listed.delete(orgId)) kinds.add('org')
  if (isAtTop && kinds.has('org-tree')) listed.clear()
  const reaches: Reach[] = [...kinds].map((scope) => ({ scope, orgIds: [] }))
  if (listed.size > 0) reaches.push({ scope: 'listed-orgs', orgIds: [...listed].toSorted() })
  return reaches.filter((one) => !reaches.some((other) => other !== one && contains(other, one)))
}

/** Whether nothing of these reaches beyond the others. */
const isHeldWithin = (some: readonly Reach[], others: readonly Reach[]) =>
  some.every((one) => others.some((other) => contains(other, one)))

const isSame = (a: Reach | undefined, b: Reach | undefined) =>
  a === b || (a?.scope === b?.scope && a?.orgIds.toSorted().join() === b?.orgIds.toSorted().join())

/** The functions that a role holds otherwise than before. */
function differing(before: RoleBook, after: RoleBook, roleId: string): string[] {
  const [was, is] = [definitionOf(before, roleId), definitionOf(after, roleId)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((code) => !isSame(was.get(code), is.get(code)))
}
