import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { Half } from '#kernel/schooling/contract.ts'
import type { LeaveKind } from '../contract.ts'
import type { LeaveHalf } from './count-days.ts'

type DayStatus = 'proposed' | 'requested' | 'in-force' | 'void'
/** A half-day with the organisation where the person works then. */
export interface PlacedHalf extends LeaveHalf {
  orgId: string
}
export interface DayRow extends PlacedHalf {
  status: DayStatus
}

interface DaysOf {
  requestId: string
  personId: string
  typeId: string
}

export async function insertDays(db: Db, of: DaysOf, status: DayStatus, halves: readonly PlacedHalf[]) {
  if (halves.length === 0) return
  await sql`
    insert into leave_day
      (request_id, person_id, type_id, status, day, half, org_id, day_type, day_name, counted, is_whole)
    select ${of.requestId}, ${of.personId}, ${of.typeId}, ${status}, h.day, h.half, h."orgId", h."dayType", h."dayName",
      h.counted, h."isWhole"
    from jsonb_to_recordset(${JSON.stringify(halves)}::jsonb) as h(day date, half text, "orgId" uuid, "dayType" text,
      "dayName" text, counted int, "isWhole" boolean)
  `.execute(db)
}

/** All days of a request, or these. */
export const deleteDays = (db: Db, requestId: string, days?: readonly string[]) =>
  sql`
    delete from leave_day where request_id = ${requestId} and (${days ?? null}::date[] is null or day = any(${days ?? null}::date[]))
  `.execute(db)

export async function listDays(db: Db, requestId: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day, half, day_type as "dayType", day_name as "dayName", counted, is_whole as "isWhole", org_id as "orgId", status
    from leave_day where request_id = ${requestId} order by day, half
  `.execute(db)
  return rows
}

export const updateDayStatus = (db: Db, requestId: string, status: DayStatus) =>
  sql`update leave_day set status = ${status} where request_id = ${requestId} and status <> 'void'`.execute(db)

/** The days from a half-day on no longer hold. */
export const voidDaysFrom = (db: Db, requestId: string, day: string, half: Half) =>
  sql`
    update leave_day set status = 'void' where request_id = ${requestId} and (day, half) >= (${day}::date, ${half})
  `.execute(db)

export interface Overlap {
  startsOn: string
  startHalf: Half
  endsOn: string
  endHalf: Half
  typeName: string
}

interface OverlapSearch {
  personId: string
  halves: readonly LeaveHalf[]
  /** Of a leave by the hour. */
  startsAt: string | null
  endsAt: string | null
  except: readonly string[]
}

/** Another open or approved leave in these half-days. Two leaves by the hour may share a half-day. */
export async function findOverlap(db: Db, search: OverlapSearch): Promise<Overlap | undefined> {
  const { rows } = await sql<Overlap>`
    select r.starts_on as "startsOn", r.start_half as "startHalf", r.ends_on as "endsOn", r.end_half as "endHalf",
      t.name as "typeName"
    from jsonb_to_recordset(${JSON.stringify(search.halves)}::jsonb) as h(day date, half text, "isWhole" boolean)
    join leave_day l on l.person_id = ${search.personId} and l.day = h.day and l.half = h.half
      and l.status <> 'void' and not (l.request_id = any(${search.except}::uuid[]))
    join leave_request r on r.id = l.request_id
    join leave_type t on t.id = r.type_id
    where l.is_whole or h."isWhole" or (r.starts_on + r.start_time::time, r.ends_on + r.end_time::time)
      overlaps (${search.startsAt}::timestamp, ${search.endsAt}::timestamp)
    order by r.starts_on, r.start_half limit 1
  `.execute(db)
  return rows[0]
}

/** The half-days of a type that a person has asked for or has. */
export async function listDaysOfType(
  db: Db,
  {
    personId,
    typeId,
    from,
    to,
    except,
  }: { personId: string; typeId: string; from: string; to: string; except: readonly string[] },
) {
  const { rows } = await sql<{ day: string; half: Half; counted: number }>`
    -- A change that waits does not add to the leave that it would replace.
    select day, half, greatest(
        coalesce(sum(counted) filter (where status = 'proposed'), 0),
        coalesce(sum(counted) filter (where status <> 'proposed'), 0))::int as counted
    from leave_day
    where person_id = ${personId} and type_id = ${typeId} and day between ${from}::date and ${to}::date
      and status <> 'void' and not (request_id = any(${except}::uuid[]))
    group by day, half order by day, half
  `.execute(db)
  return rows
}

/** Whether somebody is on leave in one of these half-days. */
export async function isAway(db: Db, personId: string, halves: readonly LeaveHalf[]): Promise<boolean> {
  const { rows } = await sql`
    select from leave_day l join jsonb_to_recordset(${JSON.stringify(halves)}::jsonb) as h(day date, half text)
      on l.day = h.day and l.half = h.half
    where l.person_id = ${personId} and l.status = 'in-force' limit 1
  `.execute(db)
  return rows.length > 0
}

/** Where a person works: her memberships in a time, the main ones first. */
export async function listPlaces(db: Db, personId: string, from: string, to: string) {
  const { rows } = await sql<{ memberId: string; orgId: string; beginsOn: string; overOn: string | null }>`
    select id as "memberId", org_id as "orgId", lower(valid) as "beginsOn", upper(valid) as "overOn" from v_membership
    where person_id = ${personId} and valid && daterange(${from}::date, ${to}::date, '[]')
    order by is_main desc, lower(valid), id
  `.execute(db)
  return rows
}

/** Colleagues of the department who are away in these days, besides the person. */
export async function listAwayInDepartment(
  db: Db,
  { memberId, from, to }: { memberId: string; from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.name from v_membership own
    join v_membership m on m.org_id = own.org_id and m.department_id = own.department_id and m.person_id <> own.person_id
    join leave_day l on l.person_id = m.person_id and l.org_id = m.org_id and l.status = 'in-force'
      and l.day between ${from}::date and ${to}::date
    join v_person p on p.id = m.person_id
    where own.id = ${memberId} order by p.name limit 20
  `.execute(db)
  return rows.map(({ name }) => name)
}

export interface AwayRow {
  requestId: string
  personId: string
  memberId: string
  name: string
  departmentId: string | null
  department: string
  day: string
  half: Half
  typeName: string
  kind: LeaveKind
  isRequested: boolean
}

/** Who is away at an organisation, in the order of departments; with those who have only asked. */
export async function listAway(db: Db, orgId: string, from: string, to: string): Promise<AwayRow[]> {
  const { rows } = await sql<AwayRow>`
    select l.request_id as "requestId", l.person_id as "personId", m.id as "memberId", p.name,
      m.department_id as "departmentId", coalesce(d.name, '') as department, l.day, l.half, t.name as "typeName", t.kind,
      l.status = 'requested' as "isRequested"
    from leave_day l
    join lateral (
      select m.id, m.department_id, m.sort from v_membership m
      where m.person_id = l.person_id and m.org_id = l.org_id and m.valid && daterange(${from}::date, ${to}::date, '[]')
      order by m.is_main desc, m.id limit 1
    ) m on true
    join v_person p on p.id = l.person_id
    join leave_type t on t.id = l.type_id
    left join v_org d on d.id = m.department_id
    where l.org_id = ${orgId} and l.day between ${from}::date and ${to}::date and l.status in ('requested', 'in-force')
    order by d.sort nulls last, d.name, m.sort, m.id, l.day, l.half
  `.execute(db)
  return rows
}

/** How many people work in each department of an organisation; those without one under the empty id. */
export async function countDepartments(db: Db, orgId: string, day: string) {
  const { rows } = await sql<{ departmentId: string | null; size: number }>`
    select department_id as "departmentId", count(distinct person_id)::int as size from v_membership
    where org_id = ${orgId} and valid @> ${day}::date group by department_id
  `.execute(db)
  return new Map(rows.map(({ departmentId, size }) => [departmentId, size]))
}
