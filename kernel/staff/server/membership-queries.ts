import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { onConstraint, type Db } from '#packages/db'
import type { UserType } from '../contract.ts'
import { whereInScope } from './user-queries.ts'

export const membershipOverlap = onConstraint('membership_no_overlap', '该人员在此单位或部门已有任职，任职时间不能重叠')

export interface MembershipRow {
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

/** All memberships of a person, open ones first, each with whether it is in these scopes. */
export async function listAllMemberships(
  db: Db,
  personId: string,
  scope: Scope | null,
  reading: Scope | null = null,
): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select m.id, m.org_id as "orgId", coalesce(o.name, '') as "orgName", m.department_id as "departmentId",
      coalesce(d.name, '') as "departmentName", m.user_type as "userType", m.post, m.is_main as "isMain",
      m.is_suspended as "isSuspended", m.begins_on as "beginsOn", m.over_on as "overOn",
      ${scope ? whereInScope(scope) : sql`false`} as "mayEdit", ${reading ? whereInScope(reading) : sql`false`} as "mayRead"
    from membership as m left join v_org as o on o.id = m.org_id left join v_org as d on d.id = m.department_id
    where m.person_id = ${personId}
    order by m.over_on desc nulls first, m.is_main desc, m.begins_on desc, m.id
  `.execute(db)
  return rows
}

export interface NewMembership {
  id: string
  personId: string
  orgId: string
  departmentId: string | null
  userType: UserType
  post: string
  isMain: boolean
  beginsOn: string
  /** The first day after the membership. */
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

export const insertMembership = (db: Db, membership: NewMembership, now: Date) =>
  db
    .insertInto('membership')
    .values({
      id: membership.id,
      person_id: membership.personId,
      org_id: membership.orgId,
      department_id: membership.departmentId,
      user_type: membership.userType,
      post: membership.post,
      is_main: membership.isMain,
      sort: membership.sort ?? 0,
      number: membership.number ?? '',
      subject: membership.subject ?? '',
      worker_type: membership.workerType ?? null,
      office_phone: membership.officePhone ?? '',
      remark: membership.remark ?? '',
      ic_card: membership.icCard ?? null,
      no_second_step: membership.noSecondStep ?? false,
      flag: membership.flag ?? 0,
      valid: sql`daterange(${membership.beginsOn}::date, ${membership.overOn ?? null}::date)`,
      created_at: now,
      updated_at: now,
    })
    .execute()

export type MembershipChange = Partial<{
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

const changeStamp = (now: Date) => ({
  version: sql<number>`version + 1`,
  updated_at: now,
  changed_at: sql<Date>`now()`,
})

/** Updates only when the version is still the one the caller has read. */
export async function updateMembership(db: Db, id: string, version: number, change: MembershipChange, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('membership')
    .set({ ...change, ...changeStamp(now) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const updateMemberships = (db: Db, ids: readonly string[], change: MembershipChange, now: Date) =>
  db
    .updateTable('membership')
    .set({ ...change, ...changeStamp(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** Sets the dates; null for no end. */
export const updateMembershipDates = (db: Db, id: string, beginsOn: string, overOn: string | null, now: Date) =>
  db
    .updateTable('membership')
    .set({ valid: sql`daterange(${beginsOn}::date, ${overOn}::date)`, ...changeStamp(now) })
    .where('id', '=', id)
    .execute()

/** Ends these memberships; `overOn` is the first day after them. */
export const endMemberships = (db: Db, ids: readonly string[], overOn: string, now: Date) =>
  db
    .updateTable('membership')
    .set({ valid: sql`daterange(begins_on, ${overOn}::date)`, ...changeStamp(now) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

export interface AnnouncedMembership {
  id: string
  personId: string
  orgId: string
  isAnnounced: boolean
}

/**
 * Makes `is_announced` agree with the day, and returns the memberships that changed. Nothing that users see changes, so
 * version and times stay.
 */
export async function updateAnnounced(
  db: Db,
  personIds: readonly string[] | null,
  day: string,
): Promise<AnnouncedMembership[]> {
  const { rows } = await sql<AnnouncedMembership>`
    update membership set is_announced = not is_announced
    where is_announced <> (begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date))
      and ${personIds ? sql`person_id = any(${personIds}::uuid[])` : sql`true`}
    returning id, person_id as "personId", org_id as "orgId", is_announced as "isAnnounced"
  `.execute(db)
  return rows
}

/** Those of these people who have an announced membership. */
export async function listPeopleWithMembership(db: Db, personIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from membership where person_id = any(${personIds}::uuid[]) and is_announced
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Makes the first open membership the main one, for people without a main one. */
export const appointMainMembership = (db: Db, personIds: readonly string[] | null, day: string, now: Date) =>
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

/** Clears the main flag of the person's other open memberships. */
export const clearOtherMainMemberships = (db: Db, personId: string, id: string, day: string, now: Date) =>
  sql`
    update membership set is_main = false, version = version + 1, updated_at = ${now}, changed_at = now()
    where person_id = ${personId} and id <> ${id} and is_main and (over_on is null or over_on > ${day}::date)
  `.execute(db)

/** The nodes of people on a day: the department, or else the organisation. */
export async function listNodesOfPeople(db: Db, personIds: readonly string[], day: string) {
  const { rows } = await sql<{ personId: string; nodeId: string }>`
    select distinct person_id as "personId", coalesce(department_id, org_id) as "nodeId" from membership
    where person_id = any(${personIds}::uuid[]) and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows
}

export async function getNodePaths(db: Db, nodeIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`
    select id, path::text as path from v_org where id = any(${nodeIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

const selectMemberships = (db: Db, day: string) =>
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
    .where('o.is_disabled', '=', false)

/** Memberships that allow sign-in on the day, main one first: not suspended, and the organisation not closed. */
export const listActiveMemberships = (db: Db, personId: string, day: string) =>
  selectMemberships(db, day)
    .where('m.person_id', '=', personId)
    .orderBy('m.is_main', 'desc')
    .orderBy('m.sort')
    .orderBy('m.id')
    .execute()

export const findActiveMembership = (db: Db, id: string, day: string) =>
  selectMemberships(db, day).where('m.id', '=', id).executeTakeFirst()
