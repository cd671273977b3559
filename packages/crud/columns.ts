import type { AnyEntity, AnyField } from '#packages/contract'

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name
/** Only for the message about a missing column: each letter costs the compiler two types. */
type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Tail extends Uncapitalize<Tail>
    ? `${Lowercase<Head>}${SnakeCase<Tail>}`
    : `${Lowercase<Head>}_${SnakeCase<Tail>}`
  : ''
type MissingFor<Name extends string, F, Column extends string, Camel extends string> = F extends { column: 'none' }
  ? never
  : F extends { column: 'auto' }
    ? Name extends Camel
      ? never
      : SnakeCase<Name>
    : F extends { column: `${infer First},${infer Last}` }
      ? Exclude<First | Last, Column>
      : F extends { column: infer C }
        ? Exclude<C, Column>
        : never

/** The columns that the entity needs and the table does not have. */
export type MissingColumn<E extends AnyEntity, Column extends string> =
  | {
      [K in keyof E['fields'] & string]: MissingFor<K, E['fields'][K], Column, CamelCase<Column>>
    }[keyof E['fields'] & string]
  | Exclude<
      | 'id'
      | (E extends { versioned: true } ? 'version' | 'updated_at' : never)
      | (E['fields'] extends { createdAt: unknown } ? never : 'created_at'),
      Column
    >

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a field: two for a range, otherwise one. `createdAt` need not be a field. */
export const getColumns = (name: string, field: AnyField | undefined): readonly string[] =>
  !field || field.column === 'auto' ? [toSnakeCase(name)] : field.column.split(',')
