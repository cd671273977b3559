import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { LeaveType } from '../contract.ts'

export interface LeaveTypeRow extends Omit<LeaveType, 'origin' | 'version'> {
  /** Null: a type of the district. */
  orgId: string | null
  minUnit: number | null
  proofAfterDays: number | null
  maxConsecutive: number | null
  sexLimit: '男' | '女' | null
  backdateDays: number | null
}
export type NewLeaveType = Omit<LeaveTypeRow, 'id' | 'orgId' | 'backdateDays' | 'isDisabled'>

const columns = sql`id, org_id as "orgId", name, kind, unit, min_unit as "minUnit", includes_holidays as "includesHolidays",
  is_paid as "isPaid", proof_after_days as "proofAfterDays", max_days_per_year as "maxDaysPerYear",
  max_consecutive as "maxConsecutive", sex_limit as "sexLimit", needs_balance as "needsBalance",
  backdate_days as "backdateDays", counts_in_attendance as "countsInAttendance", is_disabled as "isDisabled"`

/** The types of an organisation and of the district, in the order of the form. */
export async function listTypesOf(db: Db, orgId: string): Promise<LeaveTypeRow[]> {
  const { rows } = await sql<LeaveTypeRow>`
    select ${columns} from leave_type where org_id = ${orgId}::uuid or org_id is null
    order by org_id is not null, sort, name
  `.execute(db)
  return rows
}

/** A type whatever its organisation: the service knows that the person has leave of it. */
export async function findType(db: Db, id: string): Promise<LeaveTypeRow | undefined> {
  const { rows } = await sql<LeaveTypeRow>`select ${columns} from leave_type where id = ${id}`.execute(db)
  return rows[0]
}

/** Adds types of the district, if it has none: renamed ones must not come back. */
export async function insertTypes(db: Db, types: readonly (NewLeaveType & { id: string; sort: number })[], now: Date) {
  const { rows } = await sql`select from leave_type where org_id is null limit 1`.execute(db)
  if (rows.length > 0) return
  const values = types.map((type) => ({
    id: type.id,
    name: type.name,
    kind: type.kind,
    unit: type.unit,
    min_unit: type.minUnit,
    includes_holidays: type.includesHolidays,
    is_paid: type.isPaid,
    proof_after_days: type.proofAfterDays,
    max_days_per_year: type.maxDaysPerYear,
    max_consecutive: type.maxConsecutive,
    sex_limit: type.sexLimit,
    needs_balance: type.needsBalance,
    counts_in_attendance: type.countsInAttendance,
    is_disabled: false,
    sort: type.sort,
    created_at: now,
    updated_at: now,
  }))
  await db
    .insertInto('leave_type')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const moveTypeToEnd = (db: Db, id: string) =>
  sql`
    update leave_type set sort = 1 + coalesce((select max(o.sort) from leave_type o
      where o.org_id is not distinct from leave_type.org_id and o.id <> leave_type.id), 0)
    where id = ${id}
  `.execute(db)
