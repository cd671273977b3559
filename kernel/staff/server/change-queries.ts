import { sql } from 'kysely'
import type { DayRange, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { isWithinDays, inScope, toLikePattern, readSqlPage, type Db } from '#packages/db'

export interface NewStaffChange {
  id: string
  type: number
  status: number
  person_id: string | null
  membership_id: string | null
  from_org_id: string | null
  from_department_id: string | null
  to_org_id: string | null
  to_department_id: string | null
  effective_on: string
  reason: Buffer
  applicant_id: string
  is_received: boolean
  decided_at?: Date
  /** Set for a request that names a person only by name and ID number. */
  requested_name?: string
  requested_number?: Buffer
  requested_membership?: Buffer
}

export const insertStaffChanges = (db: Db, rows: readonly NewStaffChange[], now: Date) =>
  db
    .insertInto('staff_change')
    .values(rows.map((row) => ({ ...row, created_at: now })))
    .execute()

export interface StaffChangeRow {
  id: string
  type: number
  status: number
  /** Null: no person has the requested name and ID number. */
  personId: string | null
  membershipId: string | null
  fromOrgId: string | null
  fromDepartmentId: string | null
  toOrgId: string | null
  toDepartmentId: string | null
  effectiveOn: string
  reason: Buffer
  applicantId: string
  isReceived: boolean
  createdAt: Date
  personName: string
  applicant: string
  oldOrgName: string
  newOrgName: string
  oldDepartmentName: string
  newDepartmentName: string
  /** What the requesting school typed; null for every other change. */
  requestedName: string | null
  requestedMembership: Buffer | null
  /** Whether the caller may approve for the releasing and for the receiving organisation. */
  mayGive: boolean
  mayReceive: boolean
  /** Whether the caller may learn who the person is: reads the releasing organisation, or is the person. */
  mayKnow: boolean
}

const scopeConditions = (scope: Scope) => ({
  from: inScope(scope, { org: 'c.from_org_id', department: 'c.from_department_id' }),
  to: inScope(scope, { org: 'c.to_org_id', department: 'c.to_department_id' }),
})

/** A missing side is in nobody's scope. */
const columns = ({ reading, editing, personId }: ChangeReader) => sql`
  c.id, c.type, c.status, c.person_id as "personId", c.membership_id as "membershipId", c.from_org_id as "fromOrgId",
  c.from_department_id as "fromDepartmentId", c.to_org_id as "toOrgId", c.to_department_id as "toDepartmentId",
  c.effective_on as "effectiveOn", c.reason, c.applicant_id as "applicantId", c.is_received as "isReceived",
  c.created_at as "createdAt", coalesce(p.name, c.requested_name) as "personName", coalesce(a.name, '') as applicant,
  c.requested_name as "requestedName", c.requested_membership as "requestedMembership",
  coalesce(fo.name, '') as "oldOrgName", coalesce(o.name, '') as "newOrgName",
  coalesce(fd.name, '') as "oldDepartmentName", coalesce(d.name, '') as "newDepartmentName",
  coalesce(c.from_org_id is not null and ${scopeConditions(editing).from}, false) as "mayGive",
  coalesce(c.to_org_id is not null and ${scopeConditions(editing).to}, false) as "mayReceive",
  coalesce(c.person_id = ${personId}, false) or coalesce(${scopeConditions(reading).from}, false) as "mayKnow"`

const joins = sql`
  left join v_person p on p.id = c.person_id
  left join v_person a on a.id = c.applicant_id
  left join v_org fo on fo.id = c.from_org_id
  left join v_org fd on fd.id = c.from_department_id
  left join v_org o on o.id = c.to_org_id
  left join v_org d on d.id = c.to_department_id`

interface ChangeReader {
  /** A change is readable when one of its sides is in scope. */
  reading: Scope
  editing: Scope
  /** The caller's own changes are always readable. */
  personId: string
}

const isReadable = ({ reading, personId }: ChangeReader) => sql`(
  coalesce(${scopeConditions(reading).from}, false) or coalesce(${scopeConditions(reading).to}, false)
  or c.applicant_id = ${personId} or c.person_id = ${personId})`

/** Requests by name match only the typed name: otherwise a search would reveal whether such a person exists. */
const isNamed = (pattern: string) => sql`case when c.requested_name is null
  then c.person_id in (select id from v_person where name like ${pattern}) else c.requested_name like ${pattern} end`

export const getStaffChangePage = (
  db: Db,
  reader: ChangeReader,
  { status, keyword, from, to, ...page }: PageQuery & DayRange & { status?: number | undefined; keyword: string },
) =>
  readSqlPage<StaffChangeRow>(
    db,
    {
      columns: columns(reader),
      from: sql`staff_change as c where ${isReadable(reader)}
        and ${status === undefined ? sql`true` : sql`c.status = ${status}::smallint`}
        and ${isWithinDays('c.created_at', { from, to })}
        and ${keyword ? isNamed(toLikePattern(keyword)) : sql`true`}`,
      joined: { as: 'c', with: joins },
      orderBy: sql`c.created_at desc, c.id desc`,
    },
    page,
  )

export async function findStaffChange(db: Db, reader: ChangeReader, id: string): Promise<StaffChangeRow | undefined> {
  const { rows } = await sql<StaffChangeRow>`
    select ${columns(reader)} from staff_change as c ${joins} where c.id = ${id} and ${isReadable(reader)}
  `.execute(db)
  return rows[0]
}

/** The approval of a change ended: 1 agreed, 2 refused, 3 withdrawn. */
export const closeStaffChange = (db: Db, id: string, status: 1 | 2 | 3, now: Date) =>
  db.updateTable('staff_change').set({ status, decided_at: now }).where('id', '=', id).execute()

export const setNewMembership = (db: Db, id: string, membershipId: string) =>
  db.updateTable('staff_change').set({ new_membership_id: membershipId }).where('id', '=', id).execute()

/** Follows merges: the person into whom this one was merged, or the person itself. */
export async function getCurrentPerson(db: Db, id: string): Promise<{ id: string; accountId: string | null }> {
  const { rows } = await sql<{ id: string; accountId: string | null }>`
    with recursive chain as (
      select id, merged_into, account_id from v_staff_person where id = ${id}
      union select p.id, p.merged_into, p.account_id from chain join v_staff_person p on p.id = chain.merged_into)
    select id, account_id as "accountId" from chain where merged_into is null
  `.execute(db)
  return rows[0] ?? { id, accountId: null }
}
