import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { UserType } from '../contract.ts'
import { within } from './user-queries.ts'

export interface PlaceRow {
  id: string
  orgId: string
  orgName: string
  departmentId: string | null
  departmentName: string
  userType: UserType
  post: string
  isMain: boolean
  isSuspended: boolean
  beginsOn: string
  overOn: string | null
  mayEdit: boolean
  mayRead: boolean
}

/** All places of a person, those that are open first, each with whether it is within these reaches. */
export async function placesEverywhere(
  db: Db,
  personId: string,
  reach: Scope | null,
  reading: Scope | null = null,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select m.id, m.org_id as "orgId", coalesce(o.name, '') as "orgName", m.department_id as "departmentId",
      coalesce(d.name, '') as "departmentName", m.user_type as "userType", m.post, m.is_main as "isMain",
      m.is_suspended as "isSuspended", m.begins_on as "beginsOn", m.over_on as "overOn",
      ${reach ? within(reach) : sql`false`} as "mayEdit", ${reading ? within(reading) : sql`false`} as "mayRead"
    from membership as m left join v_org as o on o.id = m.org_id left join v_org as d on d.id = m.department_id
    where m.person_id = ${personId}
    order by m.over_on desc nulls first, m.is_main desc, m.begins_on desc, m.id
  `.execute(db)
  return rows
}

export interface NewPlace {
  id: string
  personId: string
  orgId: string
  departmentId: string | null
  userType: UserType
  post: string
  isMain: boolean
  beginsOn: string
  /** The first day when it is over. */
  overOn?: string | null
  number?: string
  subject?: string
  workerType?: number | null
  officePhone?: string
  remark?: string
  icCard?: Buffer | null
  noSecondStep?: boolean
  sort?: number
  flag?: number
}

export const insertPlace = (db: Db, place: NewPlace, now: Date) =>
  db
    .insertInto('membership')
    .values({
      id: place.id,
      person_id: place.personId,
      org_id: place.orgId,
      department_id: place.departmentId,
      user_type: place.userType,
      post: place.post,
      is_main: place.isMain,
      sort: place.sort ?? 0,
      number: place.number ?? '',
      subject: place.subject ?? '',
      worker_type: place.workerType ?? null,
      office_phone: place.officePhone ?? '',
      remark: place.remark ?? '',
      ic_card: place.icCard ?? null,
      no_second_step: place.noSecondStep ?? false,
      flag: place.flag ?? 0,
      valid: sql`daterange(${place.beginsOn}::date, ${place.overOn ?? null}::date)`,
      created_at: now,
      updated_at: now,
    })
    .execute()

export type PlaceChange = Partial<{
  department_id: string | null
  user_type: UserType
  post: string
  number: string
  subject: string
  worker_type: number | null
  office_phone: string
  remark: string
  ic_card: Buffer | null
  no_second_step: boolean
  flag: number
  sort: number
  is_main: boolean
  is_suspended: boolean
}>

const changed = (now: Date) => ({
  version: sql<number>`version + 1`,
  updated_at: now,
  changed_at: sql<Date>`now()`,
})

/** Writes what a form says, if it is still the version that was read. */
export async function updatePlace(db: Db, id: string, version: number, change: PlaceChange, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('membership')
    .set({ ...change, ...changed(now) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const updatePlaces = (db: Db, ids: readonly string[], change: PlaceChange, now: Date) =>
  db
    .updateTable('membership')
    .set({ ...change, ...changed(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** From when until when; null for as long as nobody says otherwise. */
export const datePlace = (db: Db, id: string, beginsOn: string, overOn: string | null, now: Date) =>
  db
    .updateTable('membership')
    .set({ valid: sql`daterange(${beginsOn}::date, ${overOn}::date)`, ...changed(now) })
    .where('id', '=', id)
    .execute()

/** These are over from that day on. */
export const endPlaces = (db: Db, ids: readonly string[], overOn: string, now: Date) =>
  db
    .updateTable('membership')
    .set({ valid: sql`daterange(begins_on, ${overOn}::date)`, ...changed(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** Of each of these people who has open places and no main one among them, the first is the main one from now on. */
export const appointMain = (db: Db, personIds: readonly string[] | null, day: string, now: Date) =>
  sql`
    update membership set is_main = true, version = version + 1, updated_at = ${now}, changed_at = now()
    where id in (
      select distinct on (m.person_id) m.id from membership m
      where (m.over_on is null or m.over_on > ${day}::date)
        and ${personIds ? sql`m.person_id = any(${personIds}::uuid[])` : sql`true`}
        and not exists (
          select from membership other where other.person_id = m.person_id and other.is_main
            and (other.over_on is null or other.over_on > ${day}::date))
      order by m.person_id, m.begins_on, m.id)
  `.execute(db)

/** No other open place of this person is the main one. */
export const onlyMain = (db: Db, personId: string, id: string, day: string, now: Date) =>
  sql`
    update membership set is_main = false, version = version + 1, updated_at = ${now}, changed_at = now()
    where person_id = ${personId} and id <> ${id} and is_main and (over_on is null or over_on > ${day}::date)
  `.execute(db)

/** Where people are on a day: the node, which is the department or else the organisation. */
export async function nodesOfPeople(db: Db, personIds: readonly string[], day: string) {
  const { rows } = await sql<{ personId: string; nodeId: string }>`
    select distinct person_id as "personId", coalesce(department_id, org_id) as "nodeId" from membership
    where person_id = any(${personIds}::uuid[]) and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows
}

export async function pathsOf(db: Db, nodeIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`
    select id, path::text as path from v_org where id = any(${nodeIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path]))
}
