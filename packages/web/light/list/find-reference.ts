import type { Reference } from '#packages/contract/entity/index.ts'
import type { FilterSpec } from '#packages/web/core/list/list-spec.ts'
import type { AnyRow } from './any-list.ts'

export type NameReference = (spec: FilterSpec, value: string) => Reference | undefined

/** What a filter refers to, with its name: every row that the filter leaves has it. */
export const findReference = (
  { reference }: FilterSpec,
  value: string,
  rows: readonly AnyRow[],
): Reference | undefined => rows.map((row) => reference?.valueOf(row)).find((one) => one?.id === value) ?? undefined
