import { listContributions, type Ctx } from '#packages/core'

export interface BuiltInConstant {
  code: string
  name: string
  parentCode?: string
  ext?: Readonly<Record<string, string | number | boolean>>
}

/** A platform type. Its codes and names are the same in every district and never change. */
export interface BuiltInType {
  /** Unique in the whole app. */
  code: string
  name: string
  /** One line about the purpose of the type. */
  about: string
  items: readonly BuiltInConstant[]
  isTree?: boolean
  /** Fixed by law or because code depends on it: values cannot be hidden, sorted or added. */
  isFixed?: boolean
  /** Districts may add values. */
  mayAdd?: boolean
  /** The type is listed by its name only; none of its values is offered. */
  isDisabled?: boolean
  /** Position in the list of types. */
  sort: number
}

export const findBuiltInType = (ctx: Pick<Ctx, 'app'>, code: string): BuiltInType | undefined =>
  listContributions(ctx, 'constants').find((type) => type.code === code)
/** Sorted, because modules are loaded in no particular order. */
export const listBuiltInTypes = (ctx: Pick<Ctx, 'app'>): readonly BuiltInType[] =>
  listContributions(ctx, 'constants').toSorted((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, 'zh'))

/** Some records store the code of a value, others its name, so counters get both. */
interface CountedItem {
  code: string
  names: readonly string[]
}
/** Number of records per code. */
export type CountConstantUses = (ctx: Ctx, items: readonly CountedItem[]) => Promise<ReadonlyMap<string, number>>

interface ConstantUse {
  type: string
  count: CountConstantUses
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Platform types, each declared by the module that uses its values. */
    constants: BuiltInType
    /** Count the stored values of a type, because values in use cannot be deleted. */
    constantUses: ConstantUse
  }
}

/** Number of records per code; undefined when no module counts the type. */
export async function countConstantUses(
  ctx: Ctx,
  type: string,
  items: readonly CountedItem[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const counting = listContributions(ctx, 'constantUses').filter((use) => use.type === type)
  if (counting.length === 0 || items.length === 0) return undefined
  const sum = new Map(items.map(({ code }) => [code, 0]))
  // Sequential, because a transaction uses one connection.
  for (const { count } of counting)
    for (const [code, more] of await count(ctx, items)) sum.set(code, (sum.get(code) ?? 0) + more)
  return sum
}
