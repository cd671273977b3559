import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { findSchemaBreaches, schemaRuleNames } from './schema-rules.ts'

const database = useDatabase()
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url('postgres') })
  await client.connect()
})
afterAll(() => client.end())

const breaches = () => findSchemaBreaches(async (text, values) => (await client.query(text, values)).rows as never)

it('the schema keeps every rule', async () => {
  expect(await breaches()).toEqual([])
  const { rows } = await client.query<{ count: number }>(
    "select count(*) from pg_class where relnamespace = 'tenant'::regnamespace and relkind in ('r', 'p')",
  )
  expect(Number(rows[0]!.count)).toBeGreaterThan(20) // there really were tables to check
})

const sample = (columns: string, rest = "select tenant.wall('sample')") => `
  create table tenant.sample (${columns}); alter table tenant.sample owner to portal_owner; ${rest}`
const good = 'district_id int not null, id uuid not null, primary key (district_id, id)'

/** Each breaks one rule, in a transaction that is rolled back. */
const mistakes: [rule: string, sql: string][] = [
  ['every tenant table has district_id', sample('district_id int, id uuid primary key')],
  [
    'every primary key begins with district_id',
    sample('district_id int not null, id uuid not null, primary key (id, district_id)'),
  ],
  [
    'every primary key begins with district_id',
    'alter table tenant.event drop constraint event_pkey; alter table tenant.event add primary key (id)',
  ],
  ['every unique', sample(`${good}, code text unique`)],
  ['every unique', 'create unique index on tenant.person (phone_hash)'],
  ['every unique', sample(`${good}, valid daterange, exclude using gist (id with =, valid with &&)`)],
  [
    'foreign keys are composite',
    'create unique index person_only_id on tenant.person (id); alter table tenant.invitation add foreign key (person_id) references tenant.person (id)',
  ],
  [
    'reference data leads to no tenant',
    'create unique index role_id on tenant.role (id); alter table reference.district add foreign key (org_id) references tenant.role (id) not valid',
  ],
  [
    'deleting never sets null',
    sample(
      `${good}, person_id uuid, foreign key (district_id, person_id) references tenant.person (district_id, id) on delete set null`,
    ),
  ],
  [
    'ids are made by the application',
    sample('district_id int not null, id bigint generated always as identity, primary key (district_id, id)'),
  ],
  [
    'ids are made by the application',
    sample('district_id int not null, id uuid not null default gen_random_uuid(), primary key (district_id, id)'),
  ],
  ['row-level security is on', sample(good, '')],
  ['one policy', sample(good, '')],
  ['row-level security is on', 'alter table tenant.session disable row level security'],
  ['row-level security is on', 'alter table tenant.session no force row level security'],
  ['one policy', 'drop policy own_district on tenant.session'],
  ['one policy', 'alter policy own_district on tenant.session using (true)'],
  [
    'one policy',
    'alter policy own_district on tenant.session using (district_id = (select tenant.current_district()))',
  ],
  ['one policy', 'create policy everybody on tenant.session for select using (true)'],
  ['one policy', 'alter policy own_district on tenant.operation_log_202611 using (true)'],
  [
    'time tables are partitioned',
    `create table tenant.sample (${good}, at timestamptz not null) partition by hash (district_id); alter table tenant.sample owner to portal_owner; select tenant.wall('sample')`,
  ],
  [
    'no triggers',
    "create function tenant.touch() returns trigger language plpgsql as 'begin return new; end'; create trigger touch before update on tenant.person for each row execute function tenant.touch()",
  ],
  ['every view asks', 'alter view tenant.v_org reset (security_invoker)'],
  ['every view asks', 'alter view tenant.v_org set (security_invoker = false)'],
  ['the roles have no special rights', 'alter role portal_app bypassrls'],
  ['the roles have no special rights', 'grant portal_owner to portal_app'],
  ['the application owns nothing', 'alter table tenant.session owner to portal_app'],
  ['grants', 'grant truncate on tenant.session to portal_app'],
  ['grants', 'grant insert on reference.district to portal_app'],
  ['grants', 'grant select on tenant.person to public'],
  ['grants', 'grant select on tenant.person to portal_public'],
  ['partitions are reached', 'grant select on tenant.operation_log_202611 to portal_app'],
  ['logs are only added to', 'grant delete on tenant.operation_log to portal_app'],
  [
    'functions with their owner',
    "create function tenant.peek() returns bigint language sql security definer as 'select count(*) from tenant.person'",
  ],
  ['functions with their owner', 'grant execute on function reference.publish_districts(jsonb, bigint) to public'],
  ['times end in _at', sample(`${good}, seen timestamptz`)],
  ['times end in _at', sample(`${good}, birthday date`)],
]

it.each(mistakes)('%s: notices %s', async (rule, statement) => {
  await client.query('begin')
  try {
    await client.query(statement)
    expect((await breaches()).filter((breach) => breach.startsWith(rule))).not.toEqual([])
  } finally {
    await client.query('rollback')
  }
})

it('a table with tenant.wall() keeps every rule, and its privileges are those that were named', async () => {
  await client.query('begin')
  try {
    await client.query(sample(good, "select tenant.wall('sample', 'select', 'update')"))
    expect(await breaches()).toEqual([])
    const { rows } = await client.query<{ privilege: string }>(
      `select privilege_type as privilege from information_schema.role_table_grants
       where table_schema = 'tenant' and table_name = 'sample' and grantee = 'portal_app' order by 1`,
    )
    expect(rows.map(({ privilege }) => privilege)).toEqual(['SELECT', 'UPDATE'])
    await expect(client.query("select tenant.wall('sample', 'truncate')")).rejects.toThrow('privileges are select')
  } finally {
    await client.query('rollback')
  }
})

it('every rule has a mistake that it notices', () => {
  const untested = schemaRuleNames.filter((name) => !mistakes.some(([rule]) => name.startsWith(rule)))
  expect(untested).toEqual([])
})
