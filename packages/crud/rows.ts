import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  listFields,
  type AnyEntity,
  type AnyField,
  type Days,
  type FieldChange,
  type FieldMap,
  type KnownRowOf,
  type ListQueryOf,
  type Page,
  type PageQuery,
} from '#packages/contract'
import { dayOf, emptyScope, orNotFound, type Ctx, type Scope } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import {
  compileOnce,
  inScope,
  isWithinDays,
  readSqlPage,
  toLikePattern,
  type Db,
  type ScopeColumns,
} from '#packages/db'
import { getColumns } from './columns.ts'
import { explainMove } from './explain-constraint.ts'
import { listChanges, recordChanges, type ChangedRow } from './history.ts'
import { maskText } from './mask-text.ts'

/** A row as it is in the table: references as `{ id, name }`, encrypted text still encrypted. */
export type StoredRow = { id: string; version: number } & Record<string, unknown>

type StatesOf<E extends AnyEntity> = {
  [K in keyof E['fields']]: E['fields'][K] extends { states: infer States extends object } ? States : never
}[keyof E['fields']]
type StateOf<E extends AnyEntity> = keyof StatesOf<E> & string
type NextState<E extends AnyEntity, From extends keyof StatesOf<E>> = StatesOf<E>[From] extends {
  next: readonly (infer To)[]
}
  ? To & string
  : never
/** Values by field: references by id, encrypted text as plain text. */
export type FieldValues = Readonly<Record<string, unknown>>

/** The functions that other functions of a module are written with. They take a scope, so nothing outside is found. */
export interface Rows<E extends AnyEntity> {
  listPage(db: Db, scope: Scope, query: ListQueryOf<E>, where?: RawBuilder<SqlBool>): Promise<Page<StoredRow>>
  find(db: Db, scope: Scope, id: string): Promise<StoredRow | undefined>
  /** The row as lists show it, with what is never returned; refused as not found outside the scope. */
  require(ctx: Ctx, scope: Scope, id: string): Promise<KnownRowOf<E>>
  /** Those of the ids that are in the scope. */
  listIds(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]>
  /** Changes the status and sets other fields; false if the row is outside the scope or no longer has the status `from`. */
  move<From extends StateOf<E>>(
    ctx: Ctx,
    scope: Scope,
    id: string,
    from: From,
    to: NextState<E, From>,
    set?: { [K in keyof E['fields']]?: unknown },
  ): Promise<boolean>
  /** The rows as answers: decrypted, masked, and without what the caller may not see. */
  present(ctx: Ctx, rows: readonly StoredRow[], show: 'list' | 'detail'): Promise<Record<string, unknown>[]>
  /** The plain text of an encrypted field. */
  decrypt(ctx: Ctx, row: StoredRow, name: keyof E['fields'] & string): Promise<string>
  /** For organisations that are merged: the number of rows, and all rows of one organisation to another. */
  countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number>
  moveToOrg(db: Db, fromOrgId: string, toOrgId: string): Promise<void>
}

/** Reads a field that is not in the table, for many rows at once. */
type LoadExternal = (ctx: Ctx, rows: readonly StoredRow[]) => Promise<readonly unknown[]> | readonly unknown[]

/** The part of a query that all entities have; the values of filters are read by name. */
interface AnyListFilter {
  keyword: string
  orgId: string | null
}
type AnyListQuery = PageQuery & AnyListFilter

export type NamedField = readonly [name: string, field: AnyField]

type PresentSecret = (plain: string, field: AnyField, rowId: string) => string

/** The statements of one entity over its table. */
export class EntityTable {
  readonly entity: AnyEntity
  readonly table: string
  private readonly base: string
  readonly fields: FieldMap
  readonly stored: readonly NamedField[]
  private readonly loaders: Readonly<Record<string, LoadExternal>>
  private readonly usualScopeColumns: ScopeColumns
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>

  constructor(entity: AnyEntity, table: string, loaders: Readonly<Record<string, LoadExternal>>, base: string) {
    this.entity = entity
    this.table = table
    this.base = base
    this.loaders = loaders
    this.fields = entity.fields as FieldMap
    this.stored = listFields(entity).filter(([, { column }]) => column !== 'none')
    const { org, owner } = entity.scope
    this.usualScopeColumns = {
      ...(org ? { org: `t.${this.column(org)}` } : {}),
      ...(owner ? { owner: `t.${this.column(owner)}` } : {}),
    }
    const named = this.stored.filter(([, field]) => isNamed(field))
    const joins = named.map(
      ([name, { view }]) =>
        sql`left join ${sql.table(view!)} as ${sql.ref(name)} on ${sql.ref(`${name}.id`)} = ${this.at(name)}`,
    )
    this.joins = compileOnce(sql.join(joins, sql` `))
    const columns = sql.join([
      sql`t.id`,
      ...(entity.versioned ? [sql`t.version`] : []),
      ...this.stored.map(([name, field]) => sql`${this.read(name, field)} as ${sql.ref(name)}`),
    ])
    this.columns = compileOnce(columns)
    const order = entity.list.order.map((term) =>
      term.startsWith('-') ? sql`${this.at(term.slice(1))} desc` : this.at(term),
    )
    const idOrder = entity.list.order.at(-1)?.startsWith('-') ? sql`t.id desc` : sql`t.id`
    this.orderBy = compileOnce(sql.join([...order, idOrder]))
  }

  /** Classes are reached by those who have them today. */
  get scopeColumns(): ScopeColumns {
    const { class: classField, classView } = this.entity.scope
    if (!classField) return this.usualScopeColumns
    if (classView) return { ...this.usualScopeColumns, class: 't.id', classView, day: dayOf(new Date()) }
    return { ...this.usualScopeColumns, class: `t.${this.column(classField)}`, day: dayOf(new Date()) }
  }

  column(name: string): string {
    return getColumns(name, this.fields[name])[0]!
  }

  at(name: string) {
    return sql.ref(`t.${this.column(name)}`)
  }

  private read(name: string, field: AnyField) {
    const at = this.at(name)
    if (isNamed(field))
      return sql`case when ${at} is not null then jsonb_build_object('id', ${at}, 'name', coalesce(${sql.ref(`${name}.name`)}, '')) end`
    if (field.kind !== 'dateRange') return at
    const [first, last] = getColumns(name, field).map((column) => sql.ref(`t.${column}`))
    return sql`case when ${first} is not null then jsonb_build_object('from', ${first}, 'to', ${last}) end`
  }

  private filterBy(name: string, value: unknown): RawBuilder<SqlBool> {
    const field = this.fields[name]!
    const { class: classField, classView } = this.entity.scope
    if (classView && name === classField)
      return sql`t.id in (select row_id from ${sql.table(classView)} where class_id = ${value})`
    if (field.kind === 'choices') return sql`${value} = any(${this.at(name)})`
    if (field.kind === 'date' || field.kind === 'dateRange') {
      const [first = '', last = first] = getColumns(name, field).map((column) => `t.${column}`)
      const { from, to } = value as Partial<Days>
      return sql`(${from ?? null}::date is null or ${sql.ref(last)} >= ${from ?? null}::date)
        and (${to ?? null}::date is null or ${sql.ref(first)} <= ${to ?? null}::date)`
    }
    if (field.kind === 'datetime') {
      const { from, to } = value as { from: string | null; to: string | null }
      return isWithinDays(`t.${this.column(name)}`, { from: from ?? undefined, to: to ?? undefined })
    }
    return sql`${this.at(name)} = ${value}`
  }

  /** The rows of a list, with the alias t. */
  filterRows(scope: Scope, query: AnyListFilter, where?: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
    const {
      list,
      scope: { org },
    } = this.entity
    const chosen: FieldValues = { ...query }
    const conditions = [
      this.isReadable(scope),
      ...(where ? [sql<SqlBool>`(${where})`] : []),
      ...(org && query.orgId ? [this.isOfOrg(org, query.orgId)] : []),
      ...(list.filters ?? []).flatMap((name: string) =>
        chosen[name] === undefined ? [] : [this.filterBy(name, chosen[name])],
      ),
      ...(query.keyword && list.search.length > 0 ? [this.search(query.keyword)] : []),
    ]
    return sql`${sql.join(conditions, sql` and `)}`
  }

  listPage(db: Db, scope: Scope, query: AnyListQuery, where?: RawBuilder<SqlBool>): Promise<Page<StoredRow>> {
    return readSqlPage<StoredRow>(
      db,
      {
        columns: this.columns,
        from: sql`${sql.table(this.table)} as t where ${this.filterRows(scope, query, where)}`,
        joined: { as: 't', with: this.joins },
        orderBy: this.orderBy,
      },
      query,
    )
  }

  private search(keyword: string): RawBuilder<SqlBool> {
    const pattern = toLikePattern(keyword)
    const found = this.entity.list.search.map((name) => {
      const { view } = this.fields[name]!
      return view === null
        ? sql`${this.at(name)} ilike ${pattern}`
        : sql`exists (select from ${sql.table(view)} v where v.id = ${this.at(name)} and v.name ilike ${pattern})`
    })
    return sql`(${sql.join(found, sql` or `)})`
  }

  /** Rows of the district are covered by a scope with the bureau, which is the root of the tree. */
  private isCovered(scope: Scope): RawBuilder<SqlBool> {
    const covered = inScope(scope, this.scopeColumns)
    const { org, districtRows } = this.entity.scope
    if (!org || !districtRows) return covered
    return sql`(${covered} or (${this.at(org)} is null and exists (
      select from v_org as b where b.parent_id is null and ${inScope(scope, { org: 'b.id', orgPath: 'b.path' })})))`
  }

  private isReadable(scope: Scope): RawBuilder<SqlBool> {
    const { org, districtRows } = this.entity.scope
    const covered = inScope(scope, this.scopeColumns)
    return org && districtRows ? sql`(${covered} or ${this.at(org)} is null)` : covered
  }

  private isOfOrg(org: string, orgId: string): RawBuilder<SqlBool> {
    const isOwn = sql<SqlBool>`${this.at(org)} = ${orgId}`
    return this.entity.scope.districtRows ? sql`(${isOwn} or ${this.at(org)} is null)` : isOwn
  }

  find(db: Db, scope: Scope, id: string): Promise<StoredRow | undefined> {
    return this.findWhere(db, id, this.isCovered(scope))
  }

  findReadable(db: Db, scope: Scope, id: string): Promise<StoredRow | undefined> {
    return this.findWhere(db, id, this.isReadable(scope))
  }

  private async findWhere(db: Db, id: string, where: RawBuilder<SqlBool>): Promise<StoredRow | undefined> {
    const { rows } = await sql<StoredRow>`
      select ${this.columns} from ${sql.table(this.table)} as t ${this.joins}
      where t.id = ${id} and ${where}
    `.execute(db)
    return rows[0]
  }

  async require(ctx: Ctx, scope: Scope, id: string): Promise<{ id: string }> {
    const row = orNotFound(await this.find(ctx.db, scope, id), this.entity.title)
    const [shown] = await this.present(ctx, [row], 'list')
    const hidden = this.stored.filter(([, { show }]) => show === 'none').map(([name]) => [name, row[name]])
    return { ...Object.fromEntries(hidden), ...shown, id }
  }

  /** The values of columns. Other keys than stored fields are ignored. */
  async toColumns(ctx: Ctx, id: string, values: FieldValues): Promise<Record<string, unknown>> {
    const columns: Record<string, unknown> = {}
    for (const [name, field] of this.stored) {
      if (!(name in values)) continue
      const value = values[name]
      const [first = '', last = ''] = getColumns(name, field)
      if (field.kind === 'dateRange') {
        const days = value as Days | null
        columns[first] = days?.from ?? null
        columns[last] = days?.to ?? null
      } else if (field.isEncrypted) {
        const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
        columns[first] = cipher.encrypt(this.getCipherName(name), value as string, id)
      } else columns[first] = value
    }
    return columns
  }

  async decrypt(ctx: Ctx, row: StoredRow, name: string): Promise<string> {
    const sealed = row[name] as Buffer | null
    if (!sealed) return ''
    const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
    return cipher.decrypt(this.getCipherName(name), sealed, row.id)
  }

  readonly getCipherName = (name: string) => `${this.base}.${this.column(name)}`

  async insert(db: Db, columns: Record<string, unknown>): Promise<void> {
    const names = Object.keys(columns).map((name) => sql.ref(name))
    await sql`
      insert into ${sql.table(this.table)} (${sql.join(names)}) values (${sql.join(Object.values(columns))})
    `.execute(db)
  }

  /**
   * Changes the rows of a condition and returns their number. The version goes up, so that an open form notices. An
   * entity with a history locks the rows first, because it records their values before.
   */
  async change(ctx: Ctx, columns: Record<string, unknown>, where: RawBuilder<unknown>): Promise<number> {
    if (!this.entity.history || Object.keys(columns).length === 0) return this.setColumns(ctx, columns, where)
    const names = Object.keys(columns).map((name) => sql.ref(`t.${name}`))
    const { rows } = await sql<ChangedRow>`
      select t.id, ${sql.join(names)} from ${sql.table(this.table)} as t where ${where} order by t.id for update
    `.execute(ctx.db)
    const count = await this.setColumns(ctx, columns, where)
    await recordChanges(ctx, this, rows, columns)
    return count
  }

  /** The changes of a row, of the fields that the caller may see in it. */
  async listHistory(ctx: Ctx, row: StoredRow, page: PageQuery): Promise<Page<FieldChange>> {
    // That a password was changed is shown, though it has no value.
    const shown = listFields(this.entity).filter(([, { show, kind }]) => show !== 'none' || kind === 'password')
    const visible = await this.listCovered(
      ctx,
      [row],
      shown.map(([, { visibleWith }]) => visibleWith),
    )
    const names = shown
      .filter(([, { visibleWith }]) => !visibleWith || visible.get(visibleWith)!.has(row.id))
      .map(([name]) => name)
    return listChanges(ctx, this, row.id, names, page)
  }

  private async setColumns(ctx: Ctx, columns: FieldValues, where: RawBuilder<unknown>): Promise<number> {
    const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    if (this.entity.versioned) set.push(sql`version = version + 1`, sql`updated_at = ${ctx.now}`)
    const { numAffectedRows } = await sql`
      update ${sql.table(this.table)} as t set ${sql.join(set)} where ${where}
    `.execute(ctx.db)
    return Number(numAffectedRows ?? 0n)
  }

  async remove(db: Db, ids: readonly string[]): Promise<void> {
    await sql`delete from ${sql.table(this.table)} where id = any(${ids}::uuid[])`.execute(db)
  }

  async move(ctx: Ctx, scope: Scope, id: string, from: string, to: string, set: FieldValues = {}): Promise<boolean> {
    const [name = ''] = this.stored.find(([, { kind }]) => kind === 'status') ?? []
    const columns = { ...(await this.toColumns(ctx, id, set)), [this.column(name)]: to }
    const where = sql`t.id = ${id} and ${this.at(name)} = ${from} and ${this.isCovered(scope)}`
    return (await this.change(ctx, columns, where)) > 0
  }

  present(ctx: Ctx, all: readonly StoredRow[], show: 'list' | 'detail'): Promise<Record<string, unknown>[]> {
    const shown = listFields(this.entity).filter(([, field]) => field.show === 'list' || field.show === show)
    return this.presentFields(ctx, all, shown)
  }

  /** `present` says how the plain text of an encrypted field is shown. */
  async presentFields(
    ctx: Ctx,
    all: readonly StoredRow[],
    shown: readonly NamedField[],
    present: PresentSecret = (plain, { mask }) => (mask ? maskText(plain, mask) : plain),
  ) {
    const isSealed = shown.some(([, { isEncrypted }]) => isEncrypted)
    const cipher = isSealed ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
    const visible = await this.listCovered(
      ctx,
      all,
      shown.map(([, { visibleWith }]) => visibleWith),
    )
    const external = new Map<string, readonly unknown[]>()
    for (const [name, { column }] of shown)
      if (column === 'none') external.set(name, await this.loaders[name]!(ctx, all))
    return all.map((row, index) => {
      const answer: Record<string, unknown> = { id: row.id }
      if (this.entity.versioned) answer['version'] = row.version
      for (const [name, field] of shown) {
        const value = field.column === 'none' ? external.get(name)![index] : row[name]
        if (field.visibleWith && !visible.get(field.visibleWith)!.has(row.id)) answer[name] = null
        else if (field.isEncrypted) {
          const plain = value ? cipher!.decrypt(this.getCipherName(name), value as Buffer, row.id) : ''
          answer[name] = present(plain, field, row.id)
        } else answer[name] = value instanceof Date ? value.toISOString() : value
      }
      return answer
    })
  }

  /** For each permission that a field needs: the rows that it covers. */
  async listCovered({ db, actor }: Ctx, all: readonly StoredRow[], permissions: readonly (string | null)[]) {
    const covered = new Map<string, ReadonlySet<string>>()
    for (const permission of new Set(permissions.flatMap((one) => one ?? []))) {
      const scope = actor.permissions.get(permission) ?? emptyScope
      const found = await this.listIds(
        db,
        scope,
        all.map(({ id }) => id),
      )
      covered.set(permission, new Set(found))
    }
    return covered
  }

  /** Those of the ids that are in the scope; locked in one order, if they are to be changed. */
  async listIds(db: Db, scope: Scope, ids: readonly string[], { isLocked = false } = {}): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(this.table)} as t
      where t.id = any(${ids}::uuid[]) and ${this.isCovered(scope)}
      order by t.id ${isLocked ? sql`for update` : sql``}
    `.execute(db)
    return rows.map(({ id }) => id)
  }

  /** Those of the ids that are readable in the scope and not disabled, and belong to the organisation, if one is given. */
  async listEnabledIds(db: Db, scope: Scope, ids: readonly string[], orgId: string | null): Promise<string[]> {
    const { disabled, scope: own } = this.entity
    const isOfOrg = own.org && orgId ? this.isOfOrg(own.org, orgId) : sql`true`
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(this.table)} as t
      where t.id = any(${ids}::uuid[]) and ${this.isReadable(scope)} and ${isOfOrg}
        and ${disabled ? sql`not ${this.at(disabled)}` : sql`true`}
    `.execute(db)
    return rows.map(({ id }) => id)
  }

  async countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
    const org = sql.ref(this.column(this.entity.scope.org!))
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(this.table)} where ${org} = any(${orgIds}::uuid[])
    `.execute(db)
    return rows[0]!.count
  }

  async moveToOrg(db: Db, fromOrgId: string, toOrgId: string): Promise<void> {
    const org = sql.ref(this.column(this.entity.scope.org!))
    const version = this.entity.versioned ? sql`, version = version + 1` : sql``
    await sql`update ${sql.table(this.table)} set ${org} = ${toOrgId}${version} where ${org} = ${fromOrgId}`
      .execute(db)
      .catch(explainMove(this.entity))
  }
}

const isNamed = ({ kind, show }: AnyField) => kind === 'reference' && show !== 'none'
