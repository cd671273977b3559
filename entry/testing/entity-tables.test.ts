import { expect, it } from 'vitest'
import { listFields, type AnyField, type FieldMap } from '#packages/contract'
import { listContributions } from '#packages/core'
import { getColumns, type ServedEntity } from '#packages/crud'
import { useDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'

const entities = listContributions(await loadModules(), 'entities')
const database = useDatabase({ withoutDistricts: true })

interface Table {
  columns: Map<string, { isNotNull: boolean }>
  constraints: { name: string; kind: string; definition: string }[]
  indexes: string[]
}

async function readTable(name: string): Promise<Table> {
  const columns = await database.sql<{ name: string; isNotNull: boolean }>(
    `select attname as name, attnotnull as "isNotNull" from pg_attribute
     where attrelid = ('tenant.' || $1)::regclass and attnum > 0 and not attisdropped`,
    [name],
  )
  const constraints = await database.sql<{ name: string; kind: string; definition: string }>(
    `select conname as name, contype as kind, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = ('tenant.' || $1)::regclass`,
    [name],
  )
  const indexes = await database.sql<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = ('tenant.' || $1)::regclass`,
    [name],
  )
  return {
    columns: new Map(columns.map((column) => [column.name, column])),
    constraints,
    indexes: indexes.map(({ definition }) => definition),
  }
}

/** The differences between the declaration of an entity and its table. */
function compare({ crud: { entity, base, table } }: ServedEntity, { columns, constraints, indexes }: Table): string[] {
  const checks = constraints.filter(({ kind }) => kind === 'c').map(({ definition }) => definition)
  const differences: string[] = []
  const say = (text: string) => differences.push(`${entity.key}: ${text}`)
  for (const [name, field] of listFields(entity)) {
    if (field.column === 'none') continue
    for (const column of getColumns(name, field)) {
      // A view has columns of other tables, too, which those check.
      if (base !== table && !columns.has(column)) continue
      const isNotNull = columns.get(column)!.isNotNull
      const isOfDistrict = name === entity.scope.org && entity.scope.districtRows === true
      if (isNotNull !== (mustBeNotNull(field) && !isOfDistrict) && field.write !== 'server')
        say(`${column} is ${isNotNull ? '' : 'not '}not null`)
      const problem = compareCheck(column, field, checks)
      if (problem) say(problem)
    }
  }
  for (const { constraint } of entity.unique ?? [])
    if (
      !constraints.some(({ name }) => name === constraint) &&
      !indexes.some((text) => text.includes(` ${constraint} `))
    )
      say(`there is no constraint ${constraint}`)
  const { org } = entity.scope
  const columnOf = (name: string) => getColumns(name, (entity.fields as FieldMap)[name])[0]!
  const start = org && `(district_id, ${columnOf(org)}`
  // The log of a whole district is read in its order.
  const order = `(district_id, ${columnOf(entity.list.order[0]!.replace(/^-/, ''))}`
  if (start && !indexes.some((text) => text.includes(start) || (base !== table && text.includes(order))))
    say(`no index starts with ${start}`)
  return differences
}

/** Text, flags and several choices are never null; a reference to the organisation always has a value. */
const mustBeNotNull = ({ kind, isRequired, view }: AnyField) =>
  isRequired || ['text', 'flag', 'choices', 'status'].includes(kind) || view === 'v_org'

/** What the server writes has the length that the server gave it. */
function compareCheck(column: string, { kind, max, options, isEncrypted, write }: AnyField, checks: readonly string[]) {
  if (kind === 'text' && max !== null && !isEncrypted && write !== 'server') {
    const limits = checks.flatMap((check) => [...check.matchAll(new RegExp(`length\\(${column}\\) <= (\\d+)`, 'g'))])
    if (limits.length === 0) return `${column} has no limit in the table`
    if (limits.some(([, limit]) => Number(limit) < max)) return `${column} is shorter in the table than ${max}`
  }
  if (kind === 'choice' || kind === 'status') {
    // PostgreSQL writes a list of one value as an equation.
    const lists = checks.filter((text) => text.includes(`(${column} = ANY`) || text.startsWith(`CHECK ((${column} = '`))
    if (lists.length === 0) return `${column} has no list of values in the table`
    // Another check may name some of the values, as a condition for other columns.
    const missing = Object.keys(options!).filter((key) => !lists.some((text) => text.includes(`'${key}'`)))
    if (missing.length > 0) return `the table does not allow ${missing.join(', ')} for ${column}`
  }
  return ''
}

it('the table of every entity has the limits and constraints that its fields declare', async () => {
  expect(entities.length).toBeGreaterThan(0)
  for (const entity of entities) expect(compare(entity, await readTable(entity.crud.base))).toEqual([])
})

it('notices a table that differs from the fields', async () => {
  const room = entities.find(({ key }) => key === 'room')!
  const table = await readTable('room')
  const without = (part: string) =>
    table.constraints.filter(({ definition, name }) => !`${name} ${definition}`.includes(part))
  const shorter = table.constraints.map((one) => ({ ...one, definition: one.definition.replace('<= 30', '<= 20') }))
  const nullable = new Map(table.columns).set('capacity', { isNotNull: true })
  expect(compare(room, { ...table, constraints: without('kind = ANY') })).toHaveLength(1)
  expect(compare(room, { ...table, constraints: shorter }).length).toBeGreaterThan(0)
  expect(compare(room, { ...table, columns: nullable })).toEqual(['room: capacity is not null'])
  expect(compare(room, { ...table, constraints: without('UNIQUE'), indexes: [] })).toEqual([
    'room: there is no constraint room_name',
    'room: no index starts with (district_id, org_id',
  ])
})
