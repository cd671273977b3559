import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface RelocatingMembership {
  id: string
  personId: string
  departmentId: string | null
  /** Began before today and can end; memberships from today on move unchanged. */
  hasBegun: boolean
}

/** The open memberships that move: those of these departments, and with `isWhole` all others. */
export async function lockRelocatingMemberships(
  db: Db,
  orgId: string,
  departmentIds: readonly string[],
  isWhole: boolean,
  day: string,
) {
  const { rows } = await sql<RelocatingMembership>`
    select id, person_id as "personId", department_id as "departmentId", begins_on < ${day}::date as "hasBegun"
    from membership
    where org_id = ${orgId} and (over_on is null or over_on > ${day}::date)
      and (department_id = any(${departmentIds}::uuid[]) ${isWhole ? sql`or department_id is null` : sql``})
    order by id for no key update
  `.execute(db)
  return rows
}

export interface MembershipRelocation {
  from: string
  /** The new membership. */
  id: string
  orgId: string
  departmentId: string | null
}

/** The open membership that the person already has at the destination, if any. */
export async function listExistingAtDestination(db: Db, relocations: readonly MembershipRelocation[], day: string) {
  const { rows } = await sql<{ from: string; id: string }>`
    select g."from", there.id
    from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as g ("from" uuid, "orgId" uuid, "departmentId" uuid)
    join membership m on m.id = g."from"
    join membership there on there.person_id = m.person_id and there.org_id = g."orgId"
      and there.department_id is not distinct from g."departmentId"
      and (there.over_on is null or there.over_on > ${day}::date) and there.id <> m.id
  `.execute(db)
  return rows
}

/** Copies memberships to the destination from the day on, with the same end. */
export const copyMembershipRows = (db: Db, relocations: readonly MembershipRelocation[], day: string, now: Date) =>
  sql`
    insert into membership (id, person_id, org_id, department_id, user_type, post, is_main, valid, sort, no_second_step,
      number, subject, worker_type, office_phone, remark, flag, ic_card, is_suspended, created_at, updated_at)
    select g.id, m.person_id, g."orgId", g."departmentId", m.user_type, m.post, m.is_main,
      daterange(${day}::date, m.over_on), m.sort, m.no_second_step, m.number, m.subject, m.worker_type, m.office_phone,
      m.remark, m.flag, m.ic_card, m.is_suspended, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as g ("from" uuid, id uuid, "orgId" uuid, "departmentId" uuid)
    join membership m on m.id = g."from"
  `.execute(db)

/** Memberships that have not begun only change their organisation. */
export const redirectMemberships = (db: Db, relocations: readonly MembershipRelocation[], now: Date) =>
  sql`
    update membership m
    set org_id = g."orgId", department_id = g."departmentId", version = m.version + 1, updated_at = ${now}, changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as g ("from" uuid, "orgId" uuid, "departmentId" uuid)
    where m.id = g."from"
  `.execute(db)

/** Shortens superfluous planned memberships to a day in the past. */
export const cancelPlannedMemberships = (db: Db, ids: readonly string[], day: string, now: Date) =>
  sql`
    update membership
    set valid = daterange(${day}::date - 1, ${day}::date), version = version + 1, updated_at = ${now}, changed_at = now()
    where id = any(${ids}::uuid[])
  `.execute(db)

/**
 * Redirects open changes to the destination, except those for departments that stay. Skips a change when the same
 * request already exists at the destination.
 */
export const redirectStaffChanges = (
  db: Db,
  from: string,
  to: string,
  { departments, isWhole }: { departments: ReadonlyMap<string, string>; isWhole: boolean },
) =>
  sql`
    update staff_change c
    set to_org_id = ${to}, to_department_id = d.into_id
    from (
      select c.id, d."to" as into_id from staff_change c
      left join jsonb_to_recordset(${JSON.stringify([...departments].map(([old, into]) => ({ from: old, to: into })))}::jsonb)
        as d ("from" uuid, "to" uuid) on d."from" = c.to_department_id
      where c.status in (0, 4) and c.to_org_id = ${from}
        and (d."to" is not null or ${isWhole} and c.to_department_id is null)
        and not (c.membership_id is null and exists (
          select from staff_change other where other.person_id = c.person_id and other.membership_id is null
            and other.to_org_id = ${to} and other.status in (0, 4)))
        and not exists (
          select from staff_change other where other.requested_number = c.requested_number
            and other.to_org_id = ${to} and other.status in (0, 4))
    ) d
    where c.id = d.id
  `.execute(db)
