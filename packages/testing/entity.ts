import { getColumns, type Crud, type ServedEntity } from '#packages/crud'
import { listFields, type AnyEntity, type CreateOf, type EntityAction, type FieldMap } from '#packages/contract'
import type { Isolation, IsolationCase, World } from './isolation.ts'
import { defineScopedLists, type ScopedRow } from './scoped-lists.ts'

/** A valid form made from the fields; `more` gives references and values that depend on each other. */
export function buildExampleForm<E extends AnyEntity>(
  entity: E,
  name: string,
  more: Partial<CreateOf<E>> = {},
): CreateOf<E> {
  const values = listFields(entity)
    .filter(([, { write }]) => write !== 'server')
    .map(([key, { kind, label, initial, isRequired, max, min, options }]) => {
      if (key === entity.name && kind === 'text') return [key, name.slice(0, max ?? 10)]
      if (kind === 'text') return [key, label.slice(0, max ?? 10)]
      if ((kind === 'integer' || kind === 'money') && isRequired) return [key, Math.max(1, min ?? 1)]
      if (kind === 'date' && isRequired) return [key, '2026-11-16']
      if (kind === 'dateRange' && isRequired) return [key, { from: '2026-11-16', to: '2026-11-20' }]
      if (kind === 'choices' && isRequired) return [key, [Object.keys(options!)[0]]]
      return [key, initial]
    })
  return { ...Object.fromEntries(values), ...more } as CreateOf<E>
}

type Extra = { id: string }
const everywhere = { otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const elsewhere = { otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

/**
 * The isolation cases of the usual routes of an entity: a row of the home school, and what each caller gets. Routes in
 * `declared` have cases of their own.
 */
export function deriveIsolation({ crud, api }: ServedEntity, declared: ReadonlySet<unknown>): Isolation {
  const { entity } = crud
  const { read, create, update, remove } = entity.access
  const { org } = entity.scope
  const colleague = (access: string | undefined) => (access === 'staff' ? 1 : -6)
  const allow = (access: string | undefined) => ({
    owner: 1,
    teacher: colleague(access),
    otherClassHead: colleague(access),
    ...elsewhere,
  })
  const ofSchool = ({ home }: World) => (org ? { [org]: home.school.id } : {})
  const cases: Partial<Record<EntityAction, IsolationCase<Extra>>> = {
    // A list that is not of one organisation answers everybody with what they may read.
    list: { ...allow(read), ...(!entity.list.ofOneOrg && everywhere), request: ({ home }) => ({ query: { orgId: home.school.id } }) },
    get: { ...allow(read), request: (_, { id }) => ({ query: { id } }) },
    create: {
      ...allow(create ?? update),
      request: (world) => ({ body: { ...buildExampleForm(entity, `${entity.title}二`), ...ofSchool(world) } }),
    },
    update: {
      ...allow(update),
      request: (_, { id }) => ({ body: { ...buildExampleForm(entity, `${entity.title}三`), id, version: 1 } }),
    },
    disable: { ...allow(update), request: (_, { id }) => ({ body: { ids: [id], disabled: true } }) },
    remove: { ...allow(remove ?? update), request: (_, { id }) => ({ body: { id } }) },
  }
  const derived = Object.keys(api).filter((action) => action in cases && !declared.has(api[action]))
  return {
    api: Object.fromEntries(derived.map((action) => [action, api[action]!])),
    cases: cases as Isolation['cases'],
    prepare: (world) =>
      world.database.as(world.owner, (ctx) =>
        crud.create(ctx, { ...buildExampleForm(entity, `${entity.title}一`), ...ofSchool(world) }),
      ),
  }
}

/** The list and the single row of an entity under every kind of scope: a row for each organisation, or membership. */
export function deriveScopedLists({ crud: { entity, table, rows } }: { crud: Crud<AnyEntity> }) {
  const fields = entity.fields as FieldMap
  const column = (name: string) => getColumns(name, fields[name])[0]!
  const { org, owner } = entity.scope
  const values: Record<string, string> = {}
  for (const [name, field] of listFields(entity)) {
    if (field.column === 'none' || name === org) continue
    if (name === owner) values[column(name)] = 'coalesce(m.id, p.id)'
    else if (field.set === 'userId') values[column(name)] = 'o.id'
    else if (field.view === 'v_person' && field.isRequired) values[column(name)] = 'p.id'
    else if (field.isEncrypted) values[column(name)] = `''::bytea`
    else if (field.kind === 'text') values[column(name)] = `'${field.label.slice(0, 4)}'`
    else if ((field.kind === 'choice' || field.kind === 'status') && field.isRequired)
      values[column(name)] = `'${Object.keys(field.options!)[0]}'`
    else if (field.kind === 'date' && field.isRequired) values[column(name)] = `'2026-11-16'`
  }
  const names = Object.keys(values)
  const times = [column('createdAt'), ...(entity.versioned ? ['updated_at'] : [])]
  const firstPage = { pageNumber: 1, pageSize: 200, keyword: '', orgId: null }
  return defineScopedLists<ScopedRow>({
    async rows(sql, district) {
      await sql(
        `insert into tenant.${table} (${['district_id', 'id', column(org!), ...names, ...times].join(', ')})
         select ${['o.district_id', owner ? 'coalesce(m.id, o.id)' : 'o.id', 'o.id', ...Object.values(values), ...times.map(() => 'now()')].join(', ')}
         from tenant.organisation o ${owner ? 'left join tenant.membership m on m.district_id = o.district_id and m.org_id = o.id' : ''},
           (select id from tenant.person where district_id = $1 limit 1) p
         where o.district_id = $1 and o.deleted_at is null on conflict do nothing`,
        [district],
      )
      return sql<ScopedRow>(
        `select t.id, t.${column(org!)} as "orgId", o.path::text as "orgPath"${owner ? `, t.${column(owner)} as "ownerId"` : ''}
         from tenant.${table} t
         join tenant.organisation o on o.district_id = t.district_id and o.id = t.${column(org!)} where t.district_id = $1`,
        [district],
      )
    },
    lists: {
      listPage: {
        ids: async (db, scope) =>
          (await rows.listPage(db, scope, firstPage as never)).items.map(({ id }: { id: string }) => id),
      },
      find: {
        ids: async (db, scope, all) => {
          const found: string[] = []
          for (const { id } of all) if (await rows.find(db, scope, id)) found.push(id)
          return found
        },
      },
    },
  })
}
