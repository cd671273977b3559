import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { UserType } from '../contract.ts'

export interface NewMembership {
  id: string
  personId: string
  orgId: string
  departmentId: string | null
  userType: UserType
  post: string
  isMain: boolean
  from: string
}

export const insertMembership = (db: Db, { from, ...row }: NewMembership, now: Date) =>
  db
    .insertInto('membership')
    .values({
      id: row.id,
      person_id: row.personId,
      org_id: row.orgId,
      department_id: row.departmentId,
      user_type: row.userType,
      post: row.post,
      is_main: row.isMain,
      valid: sql`daterange(${from}::date, null)`,
      created_at: now,
      updated_at: now,
    })
    .execute()

const places = (db: Db, day: string) =>
  db
    .selectFrom('membership as m')
    .innerJoin('v_org as o', 'o.id', 'm.org_id')
    .leftJoin('v_org as d', 'd.id', 'm.department_id')
    .select(['m.id', 'm.person_id as personId', 'm.org_id as orgId', 'o.name as orgName', 'o.parent_id as orgParentId'])
    .select(['m.department_id as departmentId', sql<string>`o.path::text`.as('orgPath'), 'o.type as orgType'])
    .select([sql<string | null>`d.path::text`.as('departmentPath'), 'm.user_type as userType'])
    .select('m.no_second_step as noSecondStep')
    .where(sql<boolean>`m.valid @> ${day}::date`)
    .where('o.is_forbidden', '=', false)

/** Where a person is on that day, the main place first. Organisations that are closed do not count. */
export const placesOf = (db: Db, personId: string, day: string) =>
  places(db, day)
    .where('m.person_id', '=', personId)
    .orderBy('m.is_main', 'desc')
    .orderBy('m.sort')
    .orderBy('m.id')
    .execute()

export const placeById = (db: Db, id: string, day: string) => places(db, day).where('m.id', '=', id).executeTakeFirst()

/**
 * The nodes whose people are counted wrongly, with the right numbers. A person counts in every node above the place,
 * and once however many places he or she has there.
 */
export async function wrongUserCounts(db: Db, day: string, limit: number) {
  const { rows } = await sql<{ id: string; total: number; own: number }>`
    with place as (
      select m.person_id, coalesce(d.path, o.path) as path
      from membership m
      join v_org o on o.id = m.org_id
      left join v_org d on d.id = m.department_id
      where m.valid @> ${day}::date
    ),
    counted as (
      select label::uuid as id,
             count(distinct person_id)::int as total,
             count(distinct person_id) filter (where at = nlevel(path))::int as own
      from place, unnest(string_to_array(path::text, '.')) with ordinality as part (label, at)
      group by label
    )
    select o.id, counted.total, counted.own
    from counted join v_org o on o.id = counted.id
    where o.user_count <> counted.total or o.own_user_count <> counted.own
    union all
    select o.id, 0, 0
    from v_org o
    where (o.user_count <> 0 or o.own_user_count <> 0) and not exists (select from counted where counted.id = o.id)
    limit ${limit}
  `.execute(db)
  return rows
}
