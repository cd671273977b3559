import type { Ctx } from '#packages/core'

export interface BuiltInConstant {
  code: string
  name: string
  parentCode?: string
  ext?: Readonly<Record<string, string | number | boolean>>
}

/** A type that the platform brings: its codes and names are the same for everybody, for ever. */
export interface BuiltInType {
  /** Unique over the house. */
  code: string
  name: string
  /** One line that says what it is for. */
  about: string
  items: readonly BuiltInConstant[]
  isTree?: boolean
  /** By law or by what programs do with it: nobody hides, sorts or adds anything. */
  isFixed?: boolean
  /** Districts may have values of their own besides. */
  mayAdd?: boolean
  /** Kept by its name only: nothing of it is offered. */
  isDisabled?: boolean
  /** Its place in the list. */
  sort: number
}

const types = new Map<string, BuiltInType>()

/** A type of the platform. Defined once, at the level of the module that knows its values. */
export function defineConstants(type: BuiltInType) {
  if (types.has(type.code)) throw new Error(`two constants are called ${type.code}`)
  types.set(type.code, type)
}

export const findBuiltInType = (code: string): BuiltInType | undefined => types.get(code)
/** Modules are loaded in no order: people find them by place and name. */
export const listBuiltInTypes = (): readonly BuiltInType[] =>
  [...types.values()].toSorted((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, 'zh'))

/** A value as whoever counts its uses needs it: some records keep the code, some the name they were given. */
interface CountedItem {
  code: string
  names: readonly string[]
}
/** How many records have each of these, by their codes. */
export type CountConstantUses = (ctx: Ctx, items: readonly CountedItem[]) => Promise<ReadonlyMap<string, number>>

const counters = new Map<string, Set<CountConstantUses>>()

/** Whoever keeps values of a type says so at start: what is in use cannot be deleted. */
export function offerConstantUse(type: string, count: CountConstantUses) {
  counters.set(type, (counters.get(type) ?? new Set()).add(count))
}

/** In how many records each of these stands; nothing where nobody counts. */
export async function countConstantUses(
  ctx: Ctx,
  type: string,
  items: readonly CountedItem[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const counting = counters.get(type)
  if (!counting || items.length === 0) return undefined
  const sum = new Map(items.map(({ code }) => [code, 0]))
  // One after the other: a transaction is one connection.
  for (const count of counting)
    for (const [code, more] of await count(ctx, items)) sum.set(code, (sum.get(code) ?? 0) + more)
  return sum
}
