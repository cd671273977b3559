import { sql } from 'kysely'
import type { Db } from '#packages/db'

const places = (db: Db, day: string) =>
  db
    .selectFrom('membership as m')
    .innerJoin('v_org as o', 'o.id', 'm.org_id')
    .leftJoin('v_org as d', 'd.id', 'm.department_id')
    .select(['m.id', 'm.person_id as personId', 'm.org_id as orgId', 'o.name as orgName', 'o.parent_id as orgParentId'])
    .select(['m.department_id as departmentId', sql<string>`o.path::text`.as('orgPath'), 'o.type as orgType'])
    .select([sql<string | null>`d.path::text`.as('departmentPath'), 'm.user_type as userType', 'm.post'])
    .select('m.no_second_step as noSecondStep')
    .where(sql<boolean>`m.valid @> ${day}::date`)
    .where('m.is_suspended', '=', false)
    .where('o.is_forbidden', '=', false)

/** Where a person may come in that day, the main place first: not where it is suspended or the organisation closed. */
export const placesOf = (db: Db, personId: string, day: string) =>
  places(db, day)
    .where('m.person_id', '=', personId)
    .orderBy('m.is_main', 'desc')
    .orderBy('m.sort')
    .orderBy('m.id')
    .execute()

export const placeById = (db: Db, id: string, day: string) => places(db, day).where('m.id', '=', id).executeTakeFirst()
