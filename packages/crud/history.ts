import { sql } from 'kysely'
import {
  formatHundredths,
  type AnyEntity,
  type AnyField,
  type Days,
  type FieldChange,
  type FieldMap,
  type Page,
  type PageQuery,
  type Reference,
} from '#packages/contract'
import type { Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { readSqlPage } from '#packages/db'
import { getColumns } from './columns.ts'
import { recordFieldChanges } from './field-changes.ts'
import { maskText } from './mask-text.ts'

type Values = Readonly<Record<string, unknown>>
type StoredFields = readonly (readonly [string, AnyField])[]
export type ChangedRow = Values & { id: string }

const entityName = ({ module, key }: AnyEntity) => `${module}.${key}`

interface HistoryTable {
  entity: AnyEntity
  stored: StoredFields
  getCipherName: (name: string) => string
}

/** Writes what differs between the rows before a change and the new values of their columns. */
export async function recordChanges(
  ctx: Ctx,
  { entity, stored, getCipherName }: HistoryTable,
  rows: readonly ChangedRow[],
  columns: Values,
): Promise<void> {
  const changed = stored.filter(([name, field]) => getColumns(name, field).some((column) => column in columns))
  const isSealed = changed.some(([, { isEncrypted }]) => isEncrypted)
  const cipher = isSealed ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
  const objects = rows.map((row) => ({
    entity: entityName(entity),
    rowId: row.id,
    changes: changed.flatMap(([name, field]) => {
      const [before, after] = [readValue(name, field, row), readValue(name, field, columns)]
      const open = (sealed: unknown) =>
        field.isEncrypted && sealed ? cipher!.decrypt(getCipherName(name), sealed as Buffer, row.id) : sealed
      if (JSON.stringify(open(before)) === JSON.stringify(open(after))) return []
      const isSecret = field.kind === 'password'
      return [{ field: name, before: encodeValue(before), after: encodeValue(after), isSecret }]
    }),
  }))
  await recordFieldChanges(ctx, objects)
}

function readValue(name: string, field: AnyField, source: Values): unknown {
  const [first = '', last] = getColumns(name, field)
  if (last === undefined) return source[first] ?? null
  return source[first] ? { from: source[first], to: source[last] } : null
}

/** An encrypted value stays encrypted. */
const encodeValue = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : value)

interface StoredChange {
  id: string
  at: Date
  by: string
  field: string
  before: unknown
  after: unknown
}

/** The changes of one row, newest first: only of fields in `shown`, which the caller may see in this row. */
export async function listChanges(
  ctx: Ctx,
  { entity, getCipherName }: HistoryTable,
  rowId: string,
  shown: readonly string[],
  page: PageQuery,
): Promise<Page<FieldChange>> {
  const fields = entity.fields as FieldMap
  const { items, ...counts } = await readSqlPage<StoredChange>(
    ctx.db,
    {
      columns: sql`c.id, c.at, coalesce(p.name, '') as by, c.field, c.before, c.after`,
      from: sql`entity_change as c
        where c.entity = ${entityName(entity)} and c.row_id = ${rowId} and c.field = any(${shown}::text[])`,
      joined: { as: 'c', with: sql`left join v_person p on p.id = c.person_id` },
      orderBy: sql`c.at desc, c.id desc`,
    },
    page,
  )
  const names = await loadNames(ctx, fields, items)
  const isSealed = items.some(({ field }) => fields[field]!.isEncrypted)
  const cipher = isSealed ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
  const present = (name: string, value: unknown): unknown => {
    const { kind, isEncrypted, mask } = fields[name]!
    if (value === null || kind === 'password') return null
    if (kind === 'reference') return { id: value, name: names.get(value as string) ?? '' }
    if (!isEncrypted) return value
    const plain = cipher!.decrypt(getCipherName(name), Buffer.from(value as string, 'base64'), rowId)
    return mask ? maskText(plain, mask) : plain
  }
  return {
    ...counts,
    items: items.map(({ at, field, before, after, ...one }) => ({
      ...one,
      field,
      at: at.toISOString(),
      before: present(field, before),
      after: present(field, after),
    })),
  }
}

/** The present names of all references in these changes. */
async function loadNames(
  { db }: Ctx,
  fields: FieldMap,
  changes: readonly Pick<StoredChange, 'field' | 'before' | 'after'>[],
) {
  const ids = new Map<string, string[]>()
  for (const { field, before, after } of changes) {
    const { kind, view } = fields[field]!
    if (kind !== 'reference') continue
    const listed = [before, after].filter((id): id is string => typeof id === 'string')
    ids.set(view!, [...(ids.get(view!) ?? []), ...listed])
  }
  const names = new Map<string, string>()
  for (const [view, listed] of ids) {
    const { rows } =
      await sql<Reference>`select id, name from ${sql.table(view)} where id = any(${listed}::uuid[])`.execute(db)
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}

export interface DescribedChange {
  label: string
  before: string
  after: string
  /** The value is secret or encrypted: that it changed is known, but no value is told. */
  isSecret: boolean
}

/** Changes of one entity as texts, for the logs: nothing that is encrypted is told. */
export async function describeChanges<Change extends Pick<StoredChange, 'field' | 'before' | 'after'>>(
  ctx: Ctx,
  entity: AnyEntity,
  changes: readonly Change[],
): Promise<(Change & DescribedChange)[]> {
  const fields = entity.fields as FieldMap
  const known = changes.filter(({ field }) => fields[field])
  const names = await loadNames(ctx, fields, known)
  return known.map((change) => {
    const field = fields[change.field]!
    const isSecret = field.isEncrypted || field.kind === 'password'
    const describe = (value: unknown) => (isSecret ? '' : describeValue(field, value, names))
    return { ...change, label: field.label, before: describe(change.before), after: describe(change.after), isSecret }
  })
}

function describeValue({ kind, options, look }: AnyField, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return ''
  if (kind === 'reference') return names.get(value as string) ?? ''
  if (kind === 'dateRange') return `${(value as Days).from} 至 ${(value as Days).to}`
  if (kind === 'decimal') return `${formatHundredths(value as number, look.unit)} ${look.unit}`
  if (Array.isArray(value)) return value.map((one) => options?.[String(one)] ?? String(one)).join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return ''
  return options?.[String(value as string | number)] ?? String(value as string | number)
}
