import { sql } from 'kysely'
import type { AnyEntity, AnyField, FieldChange, FieldMap, Page, PageQuery, Reference } from '#packages/contract'
import { newId, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { readSqlPage } from '#packages/db'
import { getColumns } from './columns.ts'
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
  const changes = rows.flatMap((row) =>
    changed.flatMap(([name, field]) => {
      const [before, after] = [readValue(name, field, row), readValue(name, field, columns)]
      const open = (sealed: unknown) =>
        field.isEncrypted && sealed ? cipher!.decrypt(getCipherName(name), sealed as Buffer, row.id) : sealed
      if (JSON.stringify(open(before)) === JSON.stringify(open(after))) return []
      const toJson = (value: unknown) => (field.kind === 'password' ? null : JSON.stringify(encodeValue(value)))
      return [
        sql`(${ctx.now}, ${newId()}, ${entityName(entity)}, ${row.id}, ${name}, ${ctx.actor.personId},
        ${toJson(before)}::jsonb, ${toJson(after)}::jsonb)`,
      ]
    }),
  )
  if (changes.length === 0) return
  await sql`
    insert into entity_change (at, id, entity, row_id, field, person_id, before, after) values ${sql.join(changes)}
  `.execute(ctx.db)
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
async function loadNames({ db }: Ctx, fields: FieldMap, changes: readonly StoredChange[]) {
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
