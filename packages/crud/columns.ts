import type { AnyEntity, AnyField } from '#packages/contract'

/** Stops at the last capital letter: each letter before it costs the compiler two types. */
type SnakeCase<Name extends string> =
  Name extends Lowercase<Name>
    ? Name
    : Name extends `${infer Head}${infer Tail}`
      ? Tail extends Uncapitalize<Tail>
        ? `${Lowercase<Head>}${SnakeCase<Tail>}`
        : `${Lowercase<Head>}_${SnakeCase<Tail>}`
      : ''
type ColumnFor<Name extends string, F> = F extends { column: 'none' }
  ? never
  : F extends { column: 'auto' }
    ? SnakeCase<Name>
    : F extends { column: `${infer First},${infer Last}` }
      ? First | Last
      : F extends { column: infer C }
        ? C
        : never

/** The columns that the table of an entity must have. */
export type ColumnOf<E extends AnyEntity> =
  | { [K in keyof E['fields'] & string]: ColumnFor<K, E['fields'][K]> }[keyof E['fields'] & string]
  | 'id'
  | (E extends { versioned: true } ? 'version' | 'updated_at' : never)
  | (E['fields'] extends { createdAt: unknown } ? never : 'created_at')

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a field: two for a range, otherwise one. `createdAt` need not be a field. */
export const getColumns = (name: string, field: AnyField | undefined): readonly string[] =>
  !field || field.column === 'auto' ? [toSnakeCase(name)] : field.column.split(',')
