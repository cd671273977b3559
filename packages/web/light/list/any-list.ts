import type { SharedList } from '#packages/web/core/list/list-spec.ts'

export type AnyValues = Readonly<Record<string, unknown>>
export type AnyRow = { id: string } & AnyValues
/** A list whose parts do not depend on the type of its rows. */
export type AnyList = SharedList<AnyRow, AnyRow, AnyValues>
