import { z } from 'zod'
import { newId, Refusal, Ret, wholeDistrict, type Ctx, type Scope } from '#packages/core'
import { createEntityExport, getColumns, type Crud, type ServedEntity } from '#packages/crud'
import type { Db } from '#packages/db'
import {
  isMoveRoute,
  listFields,
  type AnyEntity,
  type CreateOf,
  type EntityAction,
  type FieldMap,
  type Route,
} from '#packages/contract'
import { createActor } from './actors.ts'
import type { TestDatabase } from './database.ts'
import type { Isolation, IsolationCase, World } from './isolation.ts'
import { defineScopedLists, filterSeen, type ScopedRow } from './scoped-lists.ts'

/** A valid form made from the fields; `more` gives references and values that depend on each other. */
export function buildExampleForm<E extends AnyEntity>(
  entity: E,
  name: string,
  more: Partial<CreateOf<E>> = {},
): CreateOf<E> {
  const values = listFields(entity)
    .filter(([, { write }]) => write !== 'server')
    .map(([key, { kind, label, example, initial, isNumeric, isRequired, max, min, options }]) => {
      if (key === entity.name && kind === 'text') return [key, name.slice(0, max ?? 10)]
      if (kind === 'text' || kind === 'password') return [key, example ?? label.slice(0, max ?? 10)]
      if ((kind === 'integer' || kind === 'decimal') && isRequired) return [key, Math.max(1, min ?? 1)]
      if (kind === 'date' && isRequired) return [key, '2026-11-16']
      if (kind === 'dateRange' && isRequired) return [key, { from: '2026-11-16', to: '2026-11-20' }]
      if (kind === 'choice' && isRequired) return [key, Object.keys(options!)[0]]
      if (kind === 'choices' && isRequired) {
        const [first = ''] = Object.keys(options!)
        return [key, [isNumeric ? Number(first) : first]]
      }
      return [key, initial]
    })
  return { ...Object.fromEntries(values), ...more } as CreateOf<E>
}

/** `references`: rows that a new row may refer to, by field. */
type Extra = { id: string; references: object }
type DerivedCase = Omit<IsolationCase<Extra>, 'request'> & { values: (world: World, extra: Extra) => object }

/** The request with these values: in the body or the query, by their names on the wire. */
const encodeRequest = ({ query, body }: Route, values: object) =>
  body ? { body: z.encode(body, values) } : { query: query ? (z.encode(query, values) as Record<string, string>) : {} }

const firstPage = { pageNumber: 1, pageSize: 200, keyword: '', orgId: null }
const everywhere = { otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const elsewhere = { otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const onlyDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: -5 }
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

/** The fields of a form that must refer to a person or to another entity. */
const listRequiredReferences = ({ entity }: Pick<Crud<AnyEntity>, 'entity'>) =>
  listFields(entity).filter(
    ([name, { kind, isRequired, write }]) =>
      kind === 'reference' && isRequired && write !== 'server' && name !== entity.scope.org,
  )

/** New rows of the entities that a form refers to; a person is the caller. */
async function createReferences(ctx: Ctx, crud: Crud<AnyEntity>, all: readonly ServedEntity[]): Promise<object> {
  const references: Record<string, string> = {}
  for (const [name, { view, target }] of listRequiredReferences(crud)) {
    const other = all.find(({ key }) => key === target)?.crud
    if (view === 'v_person') references[name] = ctx.actor.personId
    else if (other) references[name] = (await other.create(ctx, buildExampleForm(other.entity, newId().slice(-6)))).id
  }
  return references
}

/**
 * The isolation cases of the usual routes of an entity: a row of the home school, and what each caller gets. Routes in
 * `declared` have cases of their own.
 */
export function deriveIsolation(
  { crud, api }: ServedEntity,
  declared: ReadonlySet<unknown>,
  all: readonly ServedEntity[],
): Isolation {
  const { entity } = crud
  const { read, create, update, remove } = entity.access
  const { org, owner } = entity.scope
  const colleague = (access: string | undefined) => (access === 'staff' ? 1 : -6)
  const isOfDistrict = !org && !owner
  const isOfOwner = !org && owner !== undefined
  /** What each caller gets for the prepared row. */
  const allow = (access: string | undefined) => {
    if (isOfDistrict) return access === 'staff' ? { ...everybody, otherDistrictAdmin: -5 } : onlyDistrict
    if (isOfOwner && access === 'staff') return { owner: 1, teacher: -5, otherClassHead: -5, ...elsewhere }
    return { owner: 1, teacher: colleague(access), otherClassHead: colleague(access), ...elsewhere }
  }
  /** The same for a request about no row: the other district reads its own list, and everybody the own rows. */
  const allowAll = (access: string | undefined) => {
    if (isOfOwner && access === 'staff') return everybody
    return isOfDistrict ? { ...allow(access), otherDistrictAdmin: 1 } : allow(access)
  }
  const ofSchool = ({ home }: World) => (org ? { [org]: home.school.id } : {})
  const cases: Partial<Record<EntityAction, DerivedCase>> = {
    list: {
      ...allowAll(read),
      // A list that is not of one organisation answers everybody with what they may read.
      ...(org && !entity.list.ofOneOrg && everywhere),
      values: ({ home }) => ({ ...firstPage, orgId: org ? home.school.id : null }),
    },
    get: { ...allow(read), values: (_, { id }) => ({ id }) },
    history: { ...allow(read), values: (_, { id }) => ({ id, pageNumber: 1, pageSize: 20 }) },
    create: {
      ...allowAll(create ?? update),
      values: (world, { references }) => ({
        ...buildExampleForm(entity, `${entity.title}二`),
        ...references,
        ...ofSchool(world),
      }),
    },
    update: {
      ...allow(update),
      values: (_, { id, references }) => ({
        ...buildExampleForm(entity, `${entity.title}三`),
        ...references,
        id,
        version: 1,
      }),
    },
    disable: { ...allow(update), values: (_, { id }) => ({ ids: [id], disabled: true }) },
    remove: { ...allow(remove ?? update), values: (_, { id }) => ({ ids: [id] }) },
  }
  /** Further routes: a change of the status, and a question without parameters, which everybody gets for the own rows. */
  const caseOf = (name: string): DerivedCase | undefined => {
    const route = api[name]!
    if (name in cases) return cases[name as EntityAction]
    if (isMoveRoute(route)) return { ...allow(route.access), values: (_, { id }) => ({ id }) }
    return (route.query ?? route.body) ? undefined : { ...allowAll(route.access), ...everywhere, values: () => ({}) }
  }
  const derived = Object.keys(api).filter((name) => !declared.has(api[name]) && caseOf(name))
  return {
    api: Object.fromEntries(derived.map((action) => [action, api[action]!])),
    cases: Object.fromEntries(
      derived.map((action) => {
        const { values, ...answers } = caseOf(action)!
        const request = (world: World, extra: unknown) => encodeRequest(api[action]!, values(world, extra as Extra))
        return [action, { ...answers, request }]
      }),
    ),
    async prepare(world) {
      // A list needs no row, and rows of some entities are not created by a form.
      if (derived.every((action) => action === 'list')) return { id: '' }
      const permissions = new Map([[create ?? update ?? '', wholeDistrict]])
      const actor = isOfDistrict ? { ...world.owner, permissions } : world.owner
      // A unique name, because each school of the district prepares a row.
      const name = `${entity.title}一${isOfDistrict ? newId().slice(-6) : ''}`
      return world.database.as(actor, async (ctx) => {
        const form = { ...buildExampleForm(entity, name), ...(await createReferences(ctx, crud, all)) }
        const { id } = await crud.create(ctx, { ...form, ...ofSchool(world) })
        return { id, references: await createReferences(ctx, crud, all) }
      })
    },
  }
}

interface EntityRow extends ScopedRow {
  isOfDepartment?: boolean
}

/** The list, the export and the single row of an entity under every kind of scope: a row for each organisation, or membership. */
export function deriveScopedLists(
  { crud }: Pick<ServedEntity, 'crud'>,
  all: readonly ServedEntity[],
): ReturnType<typeof defineScopedLists<EntityRow>> {
  const { entity, table, rows } = crud
  const fields = entity.fields as FieldMap
  const column = (name: string) => getColumns(name, fields[name])[0]!
  const { org, owner } = entity.scope
  const isOfPerson = owner !== undefined && fields[owner]!.set === 'personId'
  const isOfUser = owner !== undefined && !isOfPerson
  const values: Record<string, string> = {}
  const parents = listRequiredReferences(crud).flatMap(([name, { target }]) => {
    const parent = all.find(({ key }) => key === target)
    return parent ? [[name, deriveScopedLists(parent, all)] as const] : []
  })
  for (const [name, field] of listFields(entity)) {
    if (field.column === 'none' || name === org) continue
    if (name === owner) values[column(name)] = isOfPerson ? 'p.id' : 'coalesce(m.id, p.id)'
    else if (field.set === 'userId') values[column(name)] = 'o.id'
    else if (field.view === 'v_person' && field.isRequired) values[column(name)] = 'p.id'
    // The other entity has a row with the id of each organisation.
    else if (parents.some(([parent]) => parent === name)) values[column(name)] = 'o.id'
    else if (field.isEncrypted) values[column(name)] = `''::bytea`
    else if (name === entity.name) values[column(name)] = `right(o.id::text, ${Math.min(12, field.max ?? 12)})`
    else if (field.kind === 'text') values[column(name)] = `'${field.label.slice(0, 4)}'`
    else if ((field.kind === 'choice' || field.kind === 'status') && field.isRequired)
      values[column(name)] = `'${Object.keys(field.options!)[0]}'`
    // Another day for each: a table may allow one row of a person and day.
    else if (field.kind === 'date' && field.isRequired)
      values[column(name)] = `date '2026-11-16' - (row_number() over (order by o.id))::int`
    else if ((field.kind === 'integer' || field.kind === 'decimal') && field.isRequired)
      values[column(name)] = String(Math.max(1, field.min ?? 1))
    else if (field.kind === 'flag') values[column(name)] = 'false'
    else if (field.kind === 'choices') values[column(name)] = `'{}'`
  }
  const orgColumn = org ? [column(org)] : []
  const times = [column('createdAt'), ...(entity.versioned ? ['updated_at'] : [])]
  return defineScopedLists<EntityRow>({
    async rows(sql, district) {
      for (const [, parent] of parents) await parent.rows(sql, district)
      await fillRequired(sql, table, values, ['district_id', 'id', ...orgColumn, ...times])
      const names = Object.keys(values)
      await sql(
        `insert into tenant.${table} (${['district_id', 'id', ...orgColumn, ...names, ...times].join(', ')})
         select ${['o.district_id', isOfUser ? 'coalesce(m.id, o.id)' : 'o.id', ...orgColumn.map(() => 'o.id'), ...Object.values(values), ...times.map(() => `date_trunc('day', now())`)].join(', ')}
         from tenant.organisation o ${isOfUser ? 'left join tenant.membership m on m.district_id = o.district_id and m.org_id = o.id' : ''},
           (select id from tenant.person where district_id = $1 limit 1) p
         where o.district_id = $1 and o.deleted_at is null on conflict do nothing`,
        [district],
      )
      return sql<EntityRow>(
        `select t.id${org ? `, t.${column(org)} as "orgId", o.path::text as "orgPath", o.type = 'department' as "isOfDepartment"` : ''}${owner ? `, t.${column(owner)} as "ownerId"` : ''}
         from tenant.${table} t
         ${org ? `join tenant.organisation o on o.district_id = t.district_id and o.id = t.${column(org)}` : ''} where t.district_id = $1`,
        [district],
      )
    },
    lists: {
      listPage: {
        ids: async (db, scope, all) => {
          const { items } = await rows.listPage(db, scope, firstPage as never)
          const ids = items.map(({ id }: { id: string }) => id)
          // Everybody reads the rows of the district; those of organisations are compared.
          return entity.scope.districtRows ? ids.filter((id) => all.some((row) => row.id === id)) : ids
        },
      },
      ...(entity.export && {
        export: {
          ids: (db: Db, scope: Scope, all: readonly ScopedRow[]) => listExportedIds(crud, { db, scope }, all),
          // A list of one organisation has none for departments.
          only: (row: EntityRow) => !entity.list.ofOneOrg || !row.isOfDepartment,
        },
      }),
      find: {
        ids: (db, scope, all) => filterSeen(all, ({ id }) => rows.find(db, scope, id)),
      },
    },
  })
}

/** Those of the rows that somebody exports who has every permission with this scope. */
async function listExportedIds(
  crud: Crud<AnyEntity>,
  { db, scope }: { db: Db; scope: Scope },
  all: readonly ScopedRow[],
) {
  const source = createEntityExport(crud)
  const permissions = new (class extends Map<string, Scope> {
    override get = () => scope
    override has = () => true
  })()
  const app = { manifests: [], contributions: {} }
  const ctx: Ctx = { db, actor: { ...createActor(), permissions }, now: new Date(), requestId: newId(), app }
  const found: string[] = []
  for (const { id, orgId = null } of all) {
    const query = { keyword: '', orgId: crud.entity.list.ofOneOrg ? orgId : null, ids: [id] }
    const count = await source.count(ctx, query).catch((error: unknown) => {
      if (error instanceof Refusal && error.ret === Ret.notFound) return 0
      throw error
    })
    if (count > 0) found.push(id)
  }
  return found
}

/** Some value for each required column that has none, and for ids that are no references. */
async function fillRequired(
  sql: TestDatabase['sql'],
  table: string,
  values: Record<string, string>,
  known: readonly string[],
) {
  const anyValue: Record<string, string> = { uuid: 'o.id', text: `''`, integer: '1', boolean: 'false', bytea: `''` }
  const columns = await sql<{ name: string; type: string; isNeeded: boolean }>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef as "isNeeded"
     from pg_attribute where attrelid = ('tenant.' || $1)::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  for (const { name, type, isNeeded } of columns) {
    const isLabel = type === 'uuid' && values[name]?.startsWith("'")
    if (!known.includes(name) && (isLabel || (isNeeded && !(name in values)))) values[name] = anyValue[type] ?? 'now()'
  }
}
