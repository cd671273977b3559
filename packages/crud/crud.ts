import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  listFields,
  type AnyEntity,
  type AnyField,
  type CreateOf,
  type DetailOf,
  type ExternalOf,
  type ExtraFilters,
  type FieldChange,
  type InOf,
  type ListQueryOf,
  type MoveRoute,
  type OutOf,
  type Page,
  type PageQuery,
  type Reference,
  type RowOf,
  type UpdateOf,
} from '#packages/contract'
import {
  changedByOthers,
  emptyScope,
  forbidden,
  invalid,
  may,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
  wholeDistrict,
  type Ctx,
  type Scope,
} from '#packages/core'
import { inScope, type CellTables, type Db } from '#packages/db'
import type { MissingColumn } from './columns.ts'
import { explainConstraint } from './explain-constraint.ts'
import { EntityTable, type FieldValues, type Rows, type StoredRow } from './rows.ts'

/** How a field that is not in the table is read, for many rows at once. */
interface LoadedField<Out> {
  load: (ctx: Ctx, rows: readonly StoredRow[]) => Promise<readonly Out[]> | readonly Out[]
}
/** How it is saved with one row, and deleted with its rows. */
interface SavedField<In> {
  save: (ctx: Ctx, id: string, value: In) => Promise<void>
  remove?: (ctx: Ctx, ids: readonly string[]) => Promise<void>
}
export interface ExternalField<Out, In> extends LoadedField<Out>, SavedField<In> {}

type ExternalFieldOf<F> = F extends { show: 'none' }
  ? SavedField<InOf<F>>
  : F extends { write: 'server' }
    ? LoadedField<OutOf<F>>
    : ExternalField<OutOf<F>, InOf<F>>
type ExternalFields<E extends AnyEntity> = { [K in ExternalOf<E>]: ExternalFieldOf<E['fields'][K]> }
/** The references that a form sets, other than the organisation of the scope, which is always checked. */
type FormReference<E extends AnyEntity> = {
  [K in keyof E['fields'] & string]: OutOf<E['fields'][K]> extends Reference | null
    ? E['fields'][K] extends { write: 'form' | 'create'; show: 'list' | 'detail' }
      ? K
      : never
    : never
}[keyof E['fields'] & string]
/** Rows that others may refer to; an entity is one. A file has names, which mean rows of the organisation `orgId`. */
export interface Choosable {
  listChoosable(ctx: Ctx, ids: readonly string[], orgId: string | null): Promise<readonly string[]>
}
type ReferenceCheck = Choosable | ((ctx: Ctx, id: string) => Promise<boolean>)
type ReferenceChecks<E extends AnyEntity> = { [K in FormReference<E>]: ReferenceCheck }
type ExtraFiltersOf<E> = E extends { list: { extraFilters?: infer Extra } } ? NonNullable<Extra> : never
type FilterConditions<Extra> = {
  [K in keyof Extra]: (
    value: keyof (Extra[K] & { options: object })['options'] & string,
    ctx: Ctx,
  ) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>>
}
/** Required if there is something to give, otherwise not allowed. */
type Part<Name extends string, Value> = keyof Value extends never ? object : { [K in Name]: Value }

export type CrudOptions<E extends AnyEntity> = {
  /** For a view, whose rows are only read: the table with its encrypted columns and its constraints. */
  base?: keyof CellTables
  /** The rows that the caller may read, if that is not the scope of the permission or the caller's organisation. */
  readScope?: (ctx: Ctx) => Scope
  /** What all rows of its lists and exports have, besides being in the scope. */
  listed?: (ctx: Ctx, place: Omit<PreparedList, 'where'>) => Promise<RawBuilder<SqlBool>>
  /** Logs and limits who reads all of a masked value; required where a field has `revealWith`. */
  recordReveal?: (ctx: Ctx, input: RevealInput) => Promise<void>
} & Part<'fields', ExternalFields<E>> &
  Part<'filters', FilterConditions<ExtraFiltersOf<E>>> &
  /** What the caller may refer to: an entity, or a check of one id, which an import calls for every name of a file. */
  Part<'references', ReferenceChecks<E>>

export interface RevealInput {
  id: string
  field: string
  reason: string
}

export type ListFilter = { keyword: string; orgId: string | null } & FieldValues
export interface PreparedList {
  scope: Scope
  orgId: string | null
  where: RawBuilder<SqlBool> | undefined
}

/** The functions of an entity. Each has the signature of a handler, and is replaced by one of the same name. */
export interface Crud<E extends AnyEntity> {
  list(ctx: Ctx, query: ListQueryOf<E>): Promise<Page<RowOf<E>>>
  get(ctx: Ctx, input: { id: string }): Promise<DetailOf<E>>
  create(ctx: Ctx, form: CreateOf<E>): Promise<{ id: string }>
  update(ctx: Ctx, form: UpdateOf<E>): Promise<{ id: string }>
  disable(ctx: Ctx, input: { ids: string[]; disabled: boolean }): Promise<{ count: number }>
  /** All of them, or none. */
  remove(ctx: Ctx, input: { ids: string[] }): Promise<{ count: number }>
  reveal(ctx: Ctx, input: RevealInput): Promise<{ value: string }>
  history(ctx: Ctx, query: PageQuery & { id: string }): Promise<Page<FieldChange>>
  /** The function of a route that changes the status. */
  createMove(route: MoveRoute): (ctx: Ctx, input: { id: string }) => Promise<{ id: string }>
  /** The scope, organisation and conditions of a list; an export has the same ones. */
  prepareList(ctx: Ctx, query: ListFilter): Promise<PreparedList>
  /** Those of the ids that the caller may refer to in a field, in an import only of its organisation. */
  listReferable(ctx: Ctx, field: string, ids: readonly string[], orgId: string | null): Promise<readonly string[]>
  /** Whether the caller may read this row, and so its files. */
  canRead(ctx: Ctx, id: string): Promise<boolean>
  /** Those that another row may refer to: the caller may read them, and they are not disabled. */
  listChoosable(ctx: Ctx, ids: readonly string[], orgId: string | null): Promise<readonly string[]>
  /** The same for one row. */
  canChoose(ctx: Ctx, id: string): Promise<boolean>
  rows: Rows<E>
  /** The scope of a permission. Rows without organisation and owner are the district's: less than all of it is refused. */
  getScope(ctx: Ctx, permission: string): Scope
  entity: AnyEntity
  /** The table or the view that is read. */
  table: string
  /** The table of a view, otherwise the same. */
  base: string
}

interface AnyOptions {
  base?: string
  readScope?: (ctx: Ctx) => Scope
  listed?: (ctx: Ctx, place: Omit<PreparedList, 'where'>) => Promise<RawBuilder<SqlBool>>
  recordReveal?: (ctx: Ctx, input: RevealInput) => Promise<void>
  fields?: Readonly<Record<string, Partial<ExternalField<unknown, unknown>>>>
  filters?: Readonly<Record<string, (value: unknown, ctx: Ctx) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>>>>
  references?: Readonly<Record<string, ReferenceCheck>>
}

/** The functions of an entity over its table. A field without a column does not compile. */
export function crud<E extends AnyEntity, const T extends keyof CellTables>(
  entity: E,
  table: T &
    ([MissingColumn<E, keyof CellTables[T] & string>] extends [never]
      ? unknown
      : { 'no such column': MissingColumn<E, keyof CellTables[T] & string> }),
  ...[options]: Record<never, never> extends CrudOptions<E> ? [options?: CrudOptions<E>] : [options: CrudOptions<E>]
): Crud<E> {
  const given: AnyOptions = (options ?? {}) as object
  const loaders = Object.fromEntries(
    Object.entries(given.fields ?? {}).flatMap(([name, { load }]) => (load ? [[name, load]] : [])),
  )
  const { base = table } = given
  const rows = new EntityTable(entity, table, loaders, base)
  checkOptions(entity, given)
  const { access, title } = entity
  const { org, owner } = entity.scope
  const isOfDistrict = !org && !owner

  function getScope(ctx: Ctx, right: string): Scope {
    if (right !== 'staff' && right !== 'signed-in') {
      const scope = scopeOf(ctx, right)
      if (isOfDistrict && !scope.district) throw forbidden()
      return scope
    }
    const isOfPerson = owner !== undefined && rows.fields[owner]!.set === 'personId'
    const self = isOfPerson ? ctx.actor.personId : ctx.actor.userId
    return isOfDistrict ? wholeDistrict : { ...emptyScope, orgIds: [ctx.actor.orgId], self }
  }
  const getReadScope = (ctx: Ctx) => given.readScope?.(ctx) ?? getScope(ctx, access.read)
  const getWriteScope = (ctx: Ctx) => getScope(ctx, access.update!)

  /** Only fields that this form may write: an object from other code may have more keys. */
  const pickWritable = (values: FieldValues, fits: (field: AnyField) => boolean): FieldValues =>
    Object.fromEntries(
      listFields(entity).flatMap(([name, field]) => (fits(field) && name in values ? [[name, values[name]]] : [])),
    )

  /** A reference that the row already has is not checked again: the person may have left since. */
  async function checkReferences(ctx: Ctx, values: FieldValues, row?: StoredRow) {
    for (const name of Object.keys(given.references ?? {})) {
      const id = values[name]
      const isKept = (row?.[name] as Reference | null | undefined)?.id === id
      if (typeof id !== 'string' || isKept) continue
      if ((await functions.listReferable(ctx, name, [id], null)).length === 0) throw notFound(rows.fields[name]!.label)
    }
  }

  /** Leaves out what the caller was not shown: a form sends back null for it, the mask, or an empty password. */
  async function withoutUnseen(ctx: Ctx, row: StoredRow, sent: FieldValues): Promise<FieldValues> {
    const values = Object.fromEntries(
      Object.entries(sent).filter(([name, value]) => rows.fields[name]!.kind !== 'password' || value !== ''),
    )
    if (!listFields(entity).some(([, { mask, visibleWith }]) => mask ?? visibleWith)) return values
    const [shown] = await rows.present(ctx, [row], 'detail')
    const permissions = listFields(entity).map(([, { visibleWith }]) => visibleWith)
    const covered = await rows.listCovered(ctx, [row], permissions)
    const isUnseen = (name: string) => {
      const { mask, visibleWith } = rows.fields[name]!
      if (visibleWith && !covered.get(visibleWith)!.has(row.id)) return true
      return mask !== null && values[name] === shown![name]
    }
    const seen = Object.fromEntries(Object.entries(values).filter(([name]) => !isUnseen(name)))
    checkMasked(seen)
    return seen
  }

  /** The form of a change accepts the mask, so that a new value is checked here. */
  function checkMasked(values: FieldValues) {
    for (const [name, value] of Object.entries(values)) {
      const { mask, input } = rows.fields[name]!
      const { error } = mask ? input.safeParse(value) : { error: undefined }
      if (error) throw invalid([{ field: name, msg: error.issues[0]!.message }])
    }
  }

  async function saveExternal(ctx: Ctx, id: string, values: FieldValues) {
    for (const [name, field] of listFields(entity))
      if (field.column === 'none' && field.write !== 'server' && name in values)
        await given.fields![name]!.save!(ctx, id, values[name])
  }

  const functions: Crud<AnyEntity> = {
    rows: rows as Rows<AnyEntity>,
    getScope,
    entity,
    table,
    base,
    async canRead(ctx, id) {
      const { actor } = ctx
      const isOfKind = access.read === 'signed-in' || (access.read === 'staff' && actor.kind === 'staff')
      if (!isOfKind && !may(actor, access.read)) return false
      return (await rows.findReadable(ctx.db, getReadScope(ctx), id)) !== undefined
    },
    listChoosable: (ctx, ids, orgId) => rows.listEnabledIds(ctx.db, getReadScope(ctx), ids, orgId),
    canChoose: async (ctx, id) => (await functions.listChoosable(ctx, [id], null)).length > 0,
    createMove({ access: right, move: { label, from, to, setNow } }) {
      return async (ctx, { id }) => {
        const scope = getScope(ctx, right)
        if (await rows.move(ctx, scope, id, from, to, setNow ? { [setNow]: ctx.now } : {})) return { id }
        // Read afterwards: somebody else may have changed it in this moment.
        const row = orNotFound(await rows.find(ctx.db, scope, id), title)
        const [name, status] = listFields(entity).find(([, { kind }]) => kind === 'status')!
        throw new Refusal(`该${title}${status.options![row[name] as string]}，不能${label}`)
      }
    },
    async prepareList(ctx, query) {
      const scope = getReadScope(ctx)
      const orgId = query.orgId ?? (entity.list.ofOneOrg ? ctx.actor.orgId : null)
      // A scope that names the organisation needs no look at the tree.
      if (orgId && entity.list.ofOneOrg && !scope.orgIds.includes(orgId)) await requireOrg(ctx.db, scope, orgId)
      const extra = given.listed ? [await given.listed(ctx, { scope, orgId })] : []
      for (const name of Object.keys((entity.list.extraFilters ?? {}) as ExtraFilters))
        if (query[name] !== undefined) extra.push(sql<SqlBool>`(${await given.filters![name]!(query[name], ctx)})`)
      const where = extra.length > 0 ? sql<SqlBool>`${sql.join(extra, sql` and `)}` : undefined
      return { scope, orgId, where }
    },
    async listReferable(ctx, name, ids, orgId) {
      const check = given.references?.[name]
      if (!check) return []
      if (typeof check !== 'function') return check.listChoosable(ctx, ids, orgId)
      const allowed: string[] = []
      for (const id of ids) if (await check(ctx, id)) allowed.push(id)
      return allowed
    },
    async list(ctx, query) {
      const { scope, orgId, where } = await functions.prepareList(ctx, query)
      const { items, ...counts } = await rows.listPage(ctx.db, scope, { ...query, orgId }, where)
      return { ...counts, items: (await rows.present(ctx, items, 'list')) as { id: string }[] }
    },
    async get(ctx, { id }) {
      const row = orNotFound(await rows.findReadable(ctx.db, getReadScope(ctx), id), title)
      const [detail] = await rows.present(ctx, [row], 'detail')
      return detail as { id: string }
    },
    async create(ctx, form) {
      const { actor, now } = ctx
      const server = { orgId: actor.orgId, userId: actor.userId, personId: actor.personId, now }
      const values: Record<string, unknown> = { ...pickWritable(form, ({ write }) => write !== 'server') }
      for (const [name, { set, states, initial, visibleWith }] of listFields(entity)) {
        if (set) values[name] = server[set]
        else if (states) values[name] = Object.keys(states)[0]
        // Who may not see a value may not set it either.
        else if (visibleWith && name in values && !may(actor, visibleWith)) values[name] = initial
      }
      // Where no permission is declared, only functions of the module create rows.
      const right = access.create ?? access.update
      const scope = right === undefined ? emptyScope : getScope(ctx, right)
      if (org && rows.fields[org]!.write !== 'server') {
        values[org] ??= actor.orgId
        const { isRoot } = await requireOrg(ctx.db, scope, values[org] as string)
        if (isRoot && entity.scope.districtRows) values[org] = null
      }
      await checkReferences(ctx, values)
      const id = newId()
      const stored = await rows.toColumns(ctx, id, values)
      const times = { [rows.column('createdAt')]: now, ...(entity.versioned && { updated_at: now }) }
      await rows.insert(ctx.db, { id, ...times, ...stored }).catch(explainConstraint(entity))
      await saveExternal(ctx, id, values)
      return { id }
    },
    async update(ctx, { id, version, ...form }) {
      const row = orNotFound(await rows.find(ctx.db, getWriteScope(ctx), id), title)
      const sent = pickWritable(form, ({ write }) => write === 'form')
      const values = await withoutUnseen(ctx, row, sent)
      await checkReferences(ctx, values, row)
      const stored = await rows.toColumns(ctx, id, values)
      const where = sql`t.id = ${id} and t.version = ${version}`
      if ((await rows.change(ctx, stored, where).catch(explainConstraint(entity))) === 0) throw changedByOthers()
      await saveExternal(ctx, id, values)
      return { id }
    },
    async disable(ctx, { ids, disabled }) {
      const column = rows.column(entity.disabled!)
      const found = await rows.listIds(ctx.db, getWriteScope(ctx), ids, { isLocked: true })
      if (found.length < new Set(ids).size) throw notFound(title)
      const where = sql`t.id = any(${found}::uuid[]) and ${sql.ref(`t.${column}`)} <> ${disabled}`
      return { count: await rows.change(ctx, { [column]: disabled }, where) }
    },
    async remove(ctx, { ids }) {
      const scope = getScope(ctx, access.remove ?? access.update!)
      const found = await rows.listIds(ctx.db, scope, ids, { isLocked: true })
      if (found.length < new Set(ids).size) throw notFound(title)
      await rows.remove(ctx.db, found).catch(explainConstraint(entity))
      for (const { remove } of Object.values(given.fields ?? {})) await remove?.(ctx, found)
      return { count: found.length }
    },
    async history(ctx, { id, ...page }) {
      return rows.listHistory(ctx, orNotFound(await rows.find(ctx.db, getReadScope(ctx), id), title), page)
    },
    async reveal(ctx, { id, field: name, reason }) {
      const field = rows.fields[name]
      if (!field?.mask || !field.revealWith || !may(ctx.actor, field.revealWith)) throw forbidden()
      const row = orNotFound(await rows.find(ctx.db, scopeOf(ctx, field.revealWith), id), title)
      await given.recordReveal!(ctx, { id, field: name, reason })
      return { value: await rows.decrypt(ctx, row, name) }
    },
  }
  return functions as Crud<E>
}

/** What the compiler cannot check: every reference in a form is checked, and every revealed value is logged. */
function checkOptions(entity: AnyEntity, { base, references = {}, recordReveal }: AnyOptions) {
  const { create, update, remove } = entity.access
  if (base && (create ?? update ?? remove)) throw new Error(`${entity.key}: the rows of a view are only read`)
  for (const [name, { kind, write, revealWith }] of listFields(entity)) {
    if (kind === 'reference' && write !== 'server' && name !== entity.scope.org && !references[name])
      throw new Error(`${entity.key}.${name}: the reference needs a check in references`)
    if (revealWith && !recordReveal) throw new Error(`${entity.key}.${name}: a field to reveal needs recordReveal`)
  }
}

/** Refuses an organisation outside the scope as not found. `isRoot`: the bureau. */
export async function requireOrg(db: Db, scope: Scope, orgId: string): Promise<{ name: string; isRoot: boolean }> {
  const { rows } = await sql<{ name: string; isRoot: boolean }>`
    select name, parent_id is null as "isRoot" from v_org
    where id = ${orgId} and type <> 'department' and ${inScope(scope, { org: 'id', orgPath: 'path' })}
  `.execute(db)
  return orNotFound(rows[0], '组织')
}
