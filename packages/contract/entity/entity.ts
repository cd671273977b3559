import type { Manifest } from '../manifest.ts'
import type { PageQuery } from '../params.ts'
import type { Access } from '../route.ts'
import type { AnyField, Field, Show, Write } from './field.ts'
import type { Reference } from './reference.ts'

export type FieldMap = Readonly<Record<string, AnyField>>
/**
 * What fields are checked against while they are written. It does not mention `show`, `write` and `column`: otherwise
 * the compiler takes the type parameters of `text(…)` from here instead of from its arguments.
 */
type DeclaredFields = Readonly<Record<string, Pick<AnyField, 'kind' | 'label'>>>
type NameOf<Fields> = keyof Fields & string
type ShownName<Fields, S extends Show> = {
  [K in NameOf<Fields>]: Fields[K] extends { show: S } ? K : never
}[NameOf<Fields>]
type WrittenName<Fields, W extends Write> = {
  [K in NameOf<Fields>]: Fields[K] extends { write: W } ? K : never
}[NameOf<Fields>]

export type OutOf<F> = F extends Field<infer Out, infer _In, Show, Write, string, infer _Filter> ? Out : never
export type InOf<F> = F extends Field<infer _Out, infer In, Show, Write, string, infer _Filter> ? In : never
type FilterOf<F> = F extends Field<infer _Out, infer _In, Show, Write, string, infer Filter> ? Filter : never

export interface UniqueRule<Name extends string> {
  /** The name of the constraint in the migration. */
  constraint: string
  message: string
  /** The field that shows the message; without it the whole form does. */
  field?: Name
}

export interface FormSection<Name extends string> {
  title: string
  fields: readonly Name[]
}

/** Filters that are not one field; the server defines their condition. */
export type ExtraFilters = Readonly<Record<string, { label: string; options: Readonly<Record<string, string>> }>>

// The names of fields are computed inline: a type alias would appear in error messages instead of the names.
export interface EntitySpec<
  Permission extends string,
  Fields extends DeclaredFields,
  Filters extends string,
  Extra extends ExtraFilters,
  V extends boolean,
> {
  /** 场室 */
  title: string
  /** The measure word: 间. */
  measure: string
  /** False for rows that no form changes: then the table has no version. */
  versioned?: V
  /** The names of the id and the version on the wire, where the specification has them; fields have `wire`. */
  wire?: { id?: string; version?: string }
  fields: Fields
  /** `read` is `staff` for rows of the caller's organisation, or a permission with its scope. */
  access: { read: Access<Permission>; create?: Access<Permission>; update?: Permission; remove?: Permission }
  /** The fields that a scope refers to. */
  scope: {
    org?: {
      [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { column: 'none' } ? never : K
    }[keyof NoInfer<Fields> & string]
    owner?: {
      [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { column: 'none' } ? never : K
    }[keyof NoInfer<Fields> & string]
  }
  /** The name of a row, first in lists. */
  name: { [K in keyof Fields & string]: Fields[K] extends { show: 'list' } ? K : never }[keyof Fields & string]
  /** The flag that disables a row: then it is grey, and can be changed for many rows at once. */
  disabled?: { [K in keyof Fields & string]: Fields[K] extends { show: 'list' } ? K : never }[keyof Fields & string]
  list: {
    columns: readonly {
      [K in keyof Fields & string]: Fields[K] extends { show: 'list' } ? K : never
    }[keyof Fields & string][]
    filters?: readonly Filters[]
    extraFilters?: Extra
    /** Fields of text in the table, and references, by name. */
    search: readonly {
      [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { column: 'none' } ? never : K
    }[keyof NoInfer<Fields> & string][]
    /** Descending with a minus in front. */
    order: readonly (
      | {
          [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { column: 'none' } ? never : K | `-${K}`
        }[keyof NoInfer<Fields> & string]
      | 'createdAt'
      | '-createdAt'
    )[]
    /** The list is of one organisation at a time: the caller's, unless the query names another one. */
    ofOneOrg?: boolean
  }
  form: readonly (
    | {
        [K in keyof Fields & string]: Fields[K] extends { write: 'form' | 'create' } ? K : never
      }[keyof Fields & string]
    | FormSection<
        {
          [K in keyof Fields & string]: Fields[K] extends { write: 'form' | 'create' } ? K : never
        }[keyof Fields & string]
      >
  )[]
  detail?: readonly {
    [K in keyof Fields & string]: Fields[K] extends { show: 'list' | 'detail' } ? K : never
  }[keyof Fields & string][]
  unique?: readonly UniqueRule<
    {
      [K in keyof Fields & string]: Fields[K] extends { write: 'form' | 'create' } ? K : never
    }[keyof Fields & string]
  >[]
}

export interface Entity<
  Fields extends DeclaredFields = FieldMap,
  Filters extends string = string,
  Extra extends ExtraFilters = ExtraFilters,
  V extends boolean = boolean,
> {
  key: string
  module: string
  title: string
  measure: string
  versioned: V
  wire?: { id?: string; version?: string }
  fields: Fields
  access: { read: string; create?: string; update?: string; remove?: string }
  scope: { org?: string; owner?: string }
  name: string
  disabled?: string
  list: {
    columns: readonly string[]
    filters?: readonly Filters[]
    extraFilters?: Extra
    search: readonly string[]
    order: readonly string[]
    ofOneOrg?: boolean
  }
  form: readonly (string | FormSection<string>)[]
  detail?: readonly string[]
  unique?: readonly UniqueRule<string>[]
}
// oxlint-disable-next-line typescript/no-explicit-any -- a constraint
export type AnyEntity = Entity<any, any, any, boolean>
type Flat<T> = { [K in keyof T]: T[K] } & {}
type VersionOf<E> = E extends { versioned: true } ? { version: number } : object

/** One row of the list. */
export type RowOf<E extends AnyEntity> = Flat<
  { id: string } & { [K in ShownName<E['fields'], 'list'>]: OutOf<E['fields'][K]> } & VersionOf<E>
>
/** One row with all fields that are returned. */
export type DetailOf<E extends AnyEntity> = Flat<
  { id: string } & { [K in ShownName<E['fields'], 'list' | 'detail'>]: OutOf<E['fields'][K]> } & VersionOf<E>
>
/** One row as functions of the server know it: also the fields that are never returned, references by id. */
export type KnownRowOf<E extends AnyEntity> = Flat<
  RowOf<E> & {
    [K in ShownName<E['fields'], 'none'>]: OutOf<E['fields'][K]> extends Reference | null
      ? InOf<E['fields'][K]>
      : OutOf<E['fields'][K]>
  }
>
/** The form of a new row. */
export type CreateOf<E extends AnyEntity> = Flat<{
  [K in WrittenName<E['fields'], 'form' | 'create'>]: InOf<E['fields'][K]>
}>
/** The form of a change: always all fields, and the version that was read. */
export type UpdateOf<E extends AnyEntity> = Flat<
  { id: string; version: number } & { [K in WrittenName<E['fields'], 'form'>]: InOf<E['fields'][K]> }
>
export type FiltersOf<E extends AnyEntity> =
  E extends Entity<infer Fields, infer Filters, infer Extra, boolean>
    ? Flat<
        { [K in Filters & keyof Fields]?: FilterOf<Fields[K]> | undefined } & {
          [K in keyof Extra]?: (keyof Extra[K]['options'] & string) | undefined
        }
      >
    : never
export type ListQueryOf<E extends AnyEntity> = Flat<
  PageQuery & { keyword: string; orgId: string | null } & FiltersOf<E>
>
export type FieldNameOf<E extends AnyEntity> = NameOf<E['fields']>
/** Fields that are not in the table: the server defines how they are read and saved. */
export type ExternalOf<E extends AnyEntity> = {
  [K in NameOf<E['fields']>]: E['fields'][K] extends { column: 'none' } ? K : never
}[NameOf<E['fields']>]

/** Declares the entities of a module: accepts only permissions that the module declares. */
export const entitiesOf =
  <const M extends Manifest>(manifest: M) =>
  <
    const Fields extends DeclaredFields,
    const Filters extends {
      [K in keyof Fields & string]: Fields[K] extends
        | { filter: null }
        | Field<infer _O, infer _I, Show, Write, string, never>
        ? never
        : K
    }[keyof Fields & string] = never,
    const Extra extends ExtraFilters = Record<never, never>,
    const V extends boolean = true,
  >(
    key: string,
    spec: EntitySpec<keyof M['permissions'] & string, Fields, Filters, Extra, V>,
  ): Entity<Fields, Filters, Extra, V> => {
    const entity = { ...spec, versioned: (spec.versioned ?? true) as V, key, module: manifest.key }
    checkFields(entity as AnyEntity)
    return entity
  }

/** What the types do not express: hidden values cannot be found by filter or order, and only text and names are. */
function checkFields(entity: AnyEntity) {
  const { key, list } = entity
  const fields = entity.fields as FieldMap
  const refuse = (name: string, why: string) => {
    throw new Error(`${key}.${name}: ${why}`)
  }
  for (const name of list.search)
    if (fields[name]!.kind !== 'text' && fields[name]!.kind !== 'reference') refuse(name, 'only text can be searched')
  const order = list.order.map((term) => term.replace(/^-/, ''))
  for (const name of [...(list.filters ?? []), ...list.search, ...order] as string[])
    if (fields[name]?.visibleWith || fields[name]?.isEncrypted)
      refuse(name, 'a hidden value can be found by filter, search or order')
  for (const [name, { kind, show, write }] of listFields(entity))
    if (show === 'none' && write === 'form' && kind !== 'password')
      refuse(name, 'a form cannot keep a value that it never gets')
}

export const listFields = (entity: AnyEntity) => Object.entries(entity.fields as FieldMap)
/** The names of a form's fields, without its sections. */
export const listFormFields = ({ form }: AnyEntity): readonly string[] =>
  form.flatMap((part) => (typeof part === 'string' ? [part] : part.fields))
