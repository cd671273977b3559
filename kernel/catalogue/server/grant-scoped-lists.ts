import { dayOf, type Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { listExpiringGrantPage, listPeopleGranted, listRolesGranted } from './grant-object-queries.ts'

export interface GrantScopedRow {
  id: string
  kind: 'person' | 'role' | 'grant'
  orgId: string
  orgPath: string
  departmentId: string | null
  departmentPath: string | null
}

const key = 'scoped'
const ofKind = (kind: GrantScopedRow['kind']) => (row: { kind: string }) => row.kind === kind
const page = { pageNumber: 1, pageSize: 200 }
const today = () => dayOf(new Date())

/**
 * Every organisation and department has a person with the application by name, and every organisation a role that has
 * it.
 */
export async function grantRows(sql: TestDatabase['sql'], district: number): Promise<GrantScopedRow[]> {
  await sql(
    `insert into tenant.person (district_id, id, name, created_at, updated_at)
     select district_id, md5('scoped' || id)::uuid, '某人', now(), now() from tenant.organisation
     where district_id = $1 and deleted_at is null on conflict do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.membership (district_id, id, person_id, org_id, department_id, user_type, is_main, valid, created_at, updated_at)
     select o.district_id, md5('scoped' || o.id)::uuid, md5('scoped' || o.id)::uuid, coalesce(u.id, o.id),
       case when u.id is not null then o.id end, 'teacher', true, daterange('2026-01-01', null), now(), now()
     from tenant.organisation o
     left join lateral (
       select u.id from tenant.organisation u where o.type = 'department' and u.type <> 'department'
         and u.path @> o.path and u.district_id = o.district_id order by nlevel(u.path) desc limit 1) u on true
     where o.district_id = $1 and o.deleted_at is null on conflict do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.role (district_id, id, org_id, title, created_at)
     select district_id, md5('role' || id)::uuid, id, 'scoped', now() from tenant.organisation
     where district_id = $1 and deleted_at is null and type <> 'department' on conflict do nothing`,
    [district],
  )
  await sql(
    `insert into tenant.app_grant (district_id, id, app_key, object_kind, object_id, over_on, granted_at)
     select $1, gen_random_uuid(), $2, given.kind, given.id, $3::date + 7, now() from (
       select 'person' as kind, md5('scoped' || id)::uuid as id from tenant.organisation where district_id = $1
       union all select 'role', id from tenant.role where district_id = $1 and title = 'scoped'
       union all select 'org', id from tenant.organisation where district_id = $1 and type <> 'department') given
     on conflict do nothing`,
    [district, key, today()],
  )
  return sql<GrantScopedRow>(
    `with places as (
       select m.id, o.id as org_id, o.path, d.id as department_id, d.path as department_path
       from tenant.membership m
       join tenant.organisation o on o.district_id = m.district_id and o.id = m.org_id
       left join tenant.organisation d on d.district_id = m.district_id and d.id = m.department_id
       where m.district_id = $1 and m.id = md5('scoped' || coalesce(d.id, o.id))::uuid
     ), roles as (
       select r.id, o.id as org_id, o.path from tenant.role r
       join tenant.organisation o on o.district_id = r.district_id and o.id = r.org_id
       where r.district_id = $1 and r.title = 'scoped'
     )
     select id, 'person' as kind, org_id as "orgId", path::text as "orgPath",
       department_id as "departmentId", department_path::text as "departmentPath" from places
     union all select id, 'role', org_id, path::text, null, null from roles
     union all
     select g.id, 'grant', o.id, o.path::text, null, null from tenant.app_grant g
     join tenant.organisation o on o.district_id = g.district_id and o.id = coalesce(
       (select org_id from places p where p.id = g.object_id), (select org_id from roles r where r.id = g.object_id), g.object_id)
     where g.district_id = $1 and g.app_key = $2`,
    [district, key],
  )
}

export const grantLists = {
  listPeopleGranted: {
    ids: async (db: Db, scope: Scope) => (await listPeopleGranted(db, scope, key, today())).map(({ userId }) => userId),
    only: ofKind('person'),
  },
  listRolesGranted: {
    ids: async (db: Db, scope: Scope) => (await listRolesGranted(db, scope, key, today())).map(({ id }) => id),
    only: ofKind('role'),
  },
  listExpiringGrantPage: {
    ids: async (db: Db, scope: Scope) =>
      (await listExpiringGrantPage(db, scope, today(), page)).items.flatMap((row) => (row.key === key ? row.id : [])),
    only: ofKind('grant'),
  },
}
