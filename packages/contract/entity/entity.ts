import type { z } from 'zod'
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
export type OutOf<F> = F extends Field<infer Out, infer _In, Show, Write, string, infer _Filter> ? Out : never
export type InOf<F> = F extends Field<infer _Out, infer In, Show, Write, string, infer _Filter> ? In : never
type FilterOf<F> = F extends Field<infer _Out, infer _In, Show, Write, string, infer Filter> ? Filter : never

type ReturnedFields<Fields, S extends Show> = {
  -readonly [K in keyof Fields as Fields[K] extends { show: S } ? K : never]: OutOf<Fields[K]>
}
type HiddenFields<Fields> = {
  -readonly [K in keyof Fields as Fields[K] extends { show: 'none' } ? K : never]: OutOf<
    Fields[K]
  > extends Reference | null
    ? InOf<Fields[K]>
    : OutOf<Fields[K]>
}
type WrittenFields<Fields, W extends Write> = {
  -readonly [K in keyof Fields as Fields[K] extends { write: W } ? K : never]: InOf<Fields[K]>
}

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

/** `Listed`, `Shown`, `Written` and `Stored` are the names of the fields that each place accepts. */
export interface EntitySpec<
  Permission extends string,
  Fields extends DeclaredFields,
  Filters extends string,
  Extra extends ExtraFilters,
  V extends boolean,
  Listed extends string,
  Shown extends string,
  Written extends string,
  Stored extends string,
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
  /** `staff` is for rows of the caller's organisation, or only the caller's own; otherwise a permission with its scope. */
  access: {
    read: Access<Permission>
    create?: Access<Permission>
    update?: Access<Permission>
    remove?: Access<Permission>
  }
  /** Changes of fields are recorded: who, when, from which value to which. */
  history?: boolean
  /** The fields that a scope refers to. */
  scope: {
    org?: Stored
    owner?: Stored
    /** The class, for whoever reads the rows of the own classes. */
    class?: Stored
    /** For rows of several classes: a view with `row_id` and `class_id`. A filter by `class` reads it too. */
    classView?: string
    /** Rows without organisation are the district's: everybody reads them, and a scope with the bureau changes them. */
    districtRows?: boolean
  }
  /** The name of a row, first in lists. */
  name: Listed
  /** The flag that disables a row: then it is grey, and can be changed for many rows at once. */
  disabled?: Listed
  list: {
    columns: readonly Listed[]
    filters?: readonly Filters[]
    extraFilters?: Extra
    /** Fields of text in the table, and references, by name. */
    search: readonly Stored[]
    /** Descending with a minus in front. */
    order: readonly (Stored | `-${Stored}` | 'createdAt' | '-createdAt')[]
    /** The list is of one organisation at a time: the caller's, unless the query names another one. */
    ofOneOrg?: boolean
  }
  form: readonly (Written | FormSection<Written>)[]
  detail?: readonly Shown[]
  unique?: readonly UniqueRule<Written>[]
  /** Import from a spreadsheet. A row with the same values of `match` in the organisation is updated, others are new. */
  import?: { match: readonly (Written & Stored)[]; permission: Permission }
  /**
   * Export of the list; `true`: with the permission of reading. Large exports of people need an approval. With
   * `needsReason`, the message where it is missing, every export needs a reason.
   */
  export?: true | { permission?: Permission; isOfPeople?: boolean; needsReason?: string }
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
  history?: boolean
  scope: { org?: string; owner?: string; class?: string; classView?: string; districtRows?: boolean }
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
  import?: { match: readonly string[]; permission: string }
  export?: { permission: string; isOfPeople: boolean; needsReason?: string }
}
// oxlint-disable-next-line typescript/no-explicit-any -- a constraint
export type AnyEntity = Entity<any, any, any, boolean>
type Flat<T> = { [K in keyof T]: T[K] } & {}
type VersionOf<E> = E extends { versioned: true } ? { version: number } : object

/** One row of the list. */
export type RowOf<E extends AnyEntity> = Flat<{ id: string } & ReturnedFields<E['fields'], 'list'> & VersionOf<E>>
/** One row with all fields that are returned. */
export type DetailOf<E extends AnyEntity> = Flat<
  { id: string } & ReturnedFields<E['fields'], 'list' | 'detail'> & VersionOf<E>
>
/** One row as functions of the server know it: also the fields that are never returned, references by id. */
export type KnownRowOf<E extends AnyEntity> = Flat<RowOf<E> & HiddenFields<E['fields']>>
/** The form of a new row. */
export type CreateOf<E extends AnyEntity> = Flat<WrittenFields<E['fields'], 'form' | 'create'>>
/** The form of a change: always all fields, and the version that was read. */
export type UpdateOf<E extends AnyEntity> = Flat<{ id: string; version: number } & WrittenFields<E['fields'], 'form'>>
export type FiltersOf<E extends AnyEntity> =
  E extends Entity<infer Fields, infer Filters, infer Extra, boolean>
    ? { [K in Filters & keyof Fields]?: FilterOf<Fields[K]> | undefined } & {
        [K in keyof Extra]?: (keyof Extra[K]['options'] & string) | undefined
      }
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
      [K in keyof Fields & string]: Fields[K] extends { filter: z.ZodType<never> | null } ? never : K
    }[keyof Fields & string] = never,
    const Extra extends ExtraFilters = Record<never, never>,
    const V extends boolean = true,
  >(
    key: string,
    // The names are computed here and inline: a type alias would appear in error messages instead of them.
    spec: EntitySpec<
      keyof M['permissions'] & string,
      Fields,
      Filters,
      Extra,
      V,
      {
        [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { show: 'list' } ? K : never
      }[keyof NoInfer<Fields> & string],
      {
        [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { show: 'list' | 'detail' } ? K : never
      }[keyof NoInfer<Fields> & string],
      {
        [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { write: 'form' | 'create' } ? K : never
      }[keyof NoInfer<Fields> & string],
      {
        [K in keyof NoInfer<Fields> & string]: NoInfer<Fields>[K] extends { column: 'none' } ? never : K
      }[keyof NoInfer<Fields> & string]
    >,
  ): Entity<Fields, Filters, Extra, V> => {
    const { export: exported, ...rest } = spec
    const { permission = spec.access.read, isOfPeople = false, needsReason } = exported === true ? {} : (exported ?? {})
    const entity = {
      ...rest,
      versioned: (spec.versioned ?? true) as V,
      key,
      module: manifest.key,
      ...(exported && { export: { permission, isOfPeople, ...(needsReason && { needsReason }) } }),
    }
    checkFields(entity as AnyEntity)
    if (exported === true) checkPeople(entity as AnyEntity)
    checkSheets(entity as AnyEntity, Object.keys(manifest.permissions))
    return entity
  }

/** What the types do not express: hidden values cannot be found by filter or order, and only text and names are. */
function checkFields(entity: AnyEntity) {
  const { key, list, access, scope } = entity
  const fields = entity.fields as FieldMap
  const refuse = (name: string, why: string) => {
    throw new Error(`${key}.${name}: ${why}`)
  }
  for (const right of [access.update, access.remove])
    if (scope.org && (right === 'staff' || right === 'signed-in'))
      refuse(scope.org, 'all colleagues could change rows of the organisation')
  if (scope.org && access.update && fields[scope.org]!.write === 'form')
    refuse(scope.org, 'a form could move rows to another organisation; write it with create')
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

/** Fields that are cells of an imported spreadsheet: those of the form that are in the table, without passwords. */
export const listImportedFields = (entity: AnyEntity) =>
  [...new Set(listFormFields(entity))]
    .map((name) => [name, (entity.fields as FieldMap)[name]!] as const)
    .filter(([name, { column, kind }]) => name !== entity.scope.org && column !== 'none' && kind !== 'password')

/** People and encrypted values are exported with an approval, or the declaration says that it needs none. */
function checkPeople(entity: AnyEntity) {
  for (const [name, { target, isEncrypted, show }] of listFields(entity))
    if (show !== 'none' && (target === 'person' || isEncrypted))
      throw new Error(`${entity.key}.${name}: say in export whether it is of people: { isOfPeople }`)
}

const matchKinds: readonly string[] = ['text', 'integer', 'date', 'choice', 'flag', 'reference']

/** Refuses an import that could not create a row or recognise it, and an export without a scope. */
function checkSheets(entity: AnyEntity, permissions: readonly string[]) {
  const { key, scope, versioned } = entity
  const refuse = (why: string) => {
    throw new Error(`${key}: ${why}`)
  }
  if (entity.export && !permissions.includes(entity.export.permission)) refuse('an export needs a permission')
  if ((entity.export ?? entity.import) && scope.districtRows)
    refuse('rows of the district are not imported or exported')
  if (!entity.import) return
  if (!scope.org || !versioned) return refuse('an import needs an organisation and a version')
  if ((entity.fields as FieldMap)[scope.org]!.write === 'server') refuse('an import cannot set the organisation')
  const imported = new Map(listImportedFields(entity))
  for (const name of entity.import.match) {
    const field = imported.get(name)
    if (!field) return refuse(`${name} is matched, but not in the form`)
    if (!matchKinds.includes(field.kind) || field.isEncrypted || field.visibleWith)
      refuse(`rows cannot be matched by ${name}`)
  }
  for (const [name, { write, isRequired }] of listFields(entity))
    if (write !== 'server' && isRequired && name !== scope.org && !imported.has(name))
      refuse(`${name} is required, but cannot be imported`)
}

export const listFields = (entity: AnyEntity) => Object.entries(entity.fields as FieldMap)
/** The names of a form's fields, without its sections. */
export const listFormFields = ({ form }: AnyEntity): readonly string[] =>
  form.flatMap((part) => (typeof part === 'string' ? [part] : part.fields))
