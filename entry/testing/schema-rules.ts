type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

interface SchemaRule {
  name: string
  /** Lists breaches of the rule; no row means no breach. */
  sql: string
}

const tenantTables = `
  select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relispartition
  from pg_class c
  where c.relnamespace = 'tenant'::regnamespace and c.relkind in ('r', 'p')`

/** Security definer functions: each one bypasses row-level security, so each one is listed by name. */
const trusted = [
  'tenant.ensure_month_partitions',
  'tenant.delete_archived_rows',
  'tenant.drop_empty_log_partitions',
  'reference.publish_districts',
]

/** Rules for the catalogue of a cell: the schema is isolated by district, and could be distributed by it later. */
const rules: SchemaRule[] = [
  {
    name: 'every tenant table has district_id int not null',
    sql: `with t as (${tenantTables})
      select t.relname as what from t
      where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'district_id' and a.atttypid = 'int'::regtype and a.attnotnull)`,
  },
  {
    name: 'every primary key begins with district_id',
    sql: `with t as (${tenantTables})
      select t.relname as what from t
      left join pg_index i on i.indrelid = t.oid and i.indisprimary
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where a.attname is distinct from 'district_id'`,
  },
  {
    name: 'every unique and every exclusion begins with district_id',
    sql: `with t as (${tenantTables})
      select i.indexrelid::regclass::text as what from t
      join pg_index i on i.indrelid = t.oid and (i.indisunique or i.indisexclusion)
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where a.attname is distinct from 'district_id'`,
  },
  {
    name: 'foreign keys are composite with district_id first, or lead to reference data',
    sql: `select f.conrelid::regclass || ' ' || f.conname as what from pg_constraint f
      join pg_class target on target.oid = f.confrelid
      join pg_class source on source.oid = f.conrelid
      join pg_attribute near on near.attrelid = f.conrelid and near.attnum = f.conkey[1]
      join pg_attribute far on far.attrelid = f.confrelid and far.attnum = f.confkey[1]
      where f.contype = 'f' and source.relnamespace = 'tenant'::regnamespace
        and not (target.relnamespace = 'reference'::regnamespace)
        and not (near.attname = 'district_id' and far.attname = 'district_id')`,
  },
  {
    name: 'reference data leads to no tenant',
    sql: `select f.conname as what from pg_constraint f
      join pg_class source on source.oid = f.conrelid join pg_class target on target.oid = f.confrelid
      where f.contype = 'f' and source.relnamespace <> 'tenant'::regnamespace and target.relnamespace = 'tenant'::regnamespace`,
  },
  {
    name: 'deleting never sets null or default',
    sql: `select f.conname as what from pg_constraint f join pg_class c on c.oid = f.conrelid
      where f.contype = 'f' and c.relnamespace = 'tenant'::regnamespace and (f.confdeltype in ('n', 'd') or f.confupdtype in ('n', 'd', 'c'))`,
  },
  {
    name: 'ids are made by the application',
    sql: `with t as (${tenantTables})
      select t.relname || '.' || a.attname as what from t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      where a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'nextval|gen_random_uuid|random|clock_timestamp'`,
  },
  {
    name: 'row-level security is on, and forced upon the owner',
    sql: `with t as (${tenantTables}) select t.relname as what from t where not (t.relrowsecurity and t.relforcerowsecurity)`,
  },
  {
    name: 'one policy, the wall of the district, for everybody and everything',
    sql: `with t as (${tenantTables})
      select t.relname as what from t
      left join pg_policy p on p.polrelid = t.oid
      group by t.relname
      having count(p.oid) <> 1
        or not bool_and(p.polcmd = '*' and p.polpermissive and p.polroles = '{0}' and p.polwithcheck is null
          and pg_get_expr(p.polqual, p.polrelid) = '(district_id = tenant.current_district())')`,
  },
  {
    // Figures of days are read by organisation, and one row has no id of its own.
    name: 'time tables are partitioned by range and keyed (district_id, at, id)',
    sql: `with t as (${tenantTables})
      select t.relname as what from t
      join pg_partitioned_table p on p.partrelid = t.oid
      join pg_index i on i.indrelid = t.oid and i.indisprimary
      where p.partstrat <> 'r' or (
        select array_agg(a.attname::text order by k.at) from unnest(i.indkey) with ordinality k (num, at)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num
        where k.at <= i.indnkeyatts) not in (
        '{district_id,at,id}', '{district_id,object_id,at,id}',
        '{district_id,org_id,code,day,dims}', '{district_id,node_id,code,day,dims}')`,
  },
  {
    name: 'no triggers',
    sql: `select g.tgrelid::regclass || ' ' || g.tgname as what from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where not g.tgisinternal and c.relnamespace in ('tenant'::regnamespace, 'reference'::regnamespace)`,
  },
  {
    name: 'every view asks with the rights of its reader',
    sql: `select c.oid::regclass::text as what from pg_class c
      where c.relnamespace in ('tenant'::regnamespace, 'reference'::regnamespace, 'pub'::regnamespace) and c.relkind = 'v'
        and not coalesce('security_invoker=true' = any(c.reloptions), false)
      union all
      select c.oid::regclass::text from pg_class c where c.relnamespace = 'tenant'::regnamespace and c.relkind = 'm'`,
  },
  {
    name: 'the roles have no special rights',
    sql: `select rolname as what from pg_roles where rolname like 'portal\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
      union all
      select m.member::regrole || ' is a member of ' || m.roleid::regrole from pg_auth_members m where m.member::regrole::text like 'portal\\_%'`,
  },
  {
    name: 'the application owns nothing',
    sql: `select c.oid::regclass::text as what from pg_class c
      where c.relnamespace in ('tenant'::regnamespace, 'reference'::regnamespace, 'pub'::regnamespace) and pg_get_userbyid(c.relowner) <> 'portal_owner'`,
  },
  {
    name: 'grants: the application reads and writes tenants, reads reference data, and nothing else',
    sql: `select g.table_schema || '.' || g.table_name || ' ' || g.grantee || ' ' || g.privilege_type as what
      from information_schema.role_table_grants g
      where g.table_schema in ('tenant', 'reference', 'pub') and g.grantee <> 'portal_owner'
        and not (g.table_schema = 'tenant' and g.grantee = 'portal_app' and g.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))
        and not (g.table_schema = 'reference' and g.grantee = 'portal_app' and g.privilege_type = 'SELECT')
        and not (g.table_schema = 'pub' and g.grantee = 'portal_public' and g.privilege_type = 'SELECT')`,
  },
  {
    name: 'partitions are reached through their parent only',
    sql: `with t as (${tenantTables})
      select t.relname as what from t join information_schema.role_table_grants g on g.table_schema = 'tenant' and g.table_name = t.relname
      where t.relispartition and g.grantee <> 'portal_owner'`,
  },
  {
    name: 'logs are only added to',
    sql: `select table_name || ' ' || privilege_type as what from information_schema.role_table_grants
      where table_schema = 'tenant' and table_name like '%\\_log' and grantee = 'portal_app' and privilege_type in ('UPDATE', 'DELETE')`,
  },
  {
    name: 'functions with their owner’s rights are known, pin their search path, and are not for everybody',
    sql: `select p.oid::regprocedure::text as what from pg_proc p
      where p.prosecdef and p.pronamespace in ('tenant'::regnamespace, 'reference'::regnamespace, 'pub'::regnamespace)
        and (not (p.pronamespace::regnamespace || '.' || p.proname = any($1))
          or not coalesce(p.proconfig::text like '%search_path=%', false)
          or has_function_privilege('public', p.oid, 'execute'))`,
  },
  {
    // A table with a row for each day or month names it so.
    name: 'times end in _at, dates in _on',
    sql: `with t as (${tenantTables})
      select t.relname || '.' || a.attname as what from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where not t.relispartition and (
        (a.atttypid = 'timestamptz'::regtype and a.attname !~ '(^|_)at$')
        or (a.atttypid = 'timestamp'::regtype)
        or (a.atttypid = 'date'::regtype and a.attname !~ '(_on|^day|^month)$'))`,
  },
]

export const schemaRuleNames = rules.map(({ name }) => name)

/** Every breach of a rule in this cell, as a sentence. */
export async function findSchemaBreaches(query: Query): Promise<string[]> {
  const breaches: string[] = []
  for (const { name, sql } of rules) {
    const rows = await query<{ what: string }>(sql, sql.includes('$1') ? [trusted] : [])
    breaches.push(...rows.map(({ what }) => `${name}: ${what}`))
  }
  return breaches
}
