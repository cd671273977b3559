import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { LeaveKind } from '../contract.ts'
import { selectStaff, type StaffFilter } from './staff-queries.ts'

export interface TypeTotal {
  id: string
  name: string
  kind: LeaveKind
  unit: 'half-day' | 'hour'
  /** In hundredths. */
  amount: number
  people: number
}

/** The sum of the half-days in force of everybody in the list, by type. */
export async function sumByType(db: Db, scope: Scope, filter: StaffFilter): Promise<TypeTotal[]> {
  const { rows } = await sql<TypeTotal>`
    select y.id, y.name, y.kind, y.unit, sum(d.counted)::int as amount,
      count(distinct d.person_id) as people
    from (${selectStaff(scope, filter)}) as t
    join leave_day d on d.person_id = t."personId" and d.org_id = t."orgId" and d.status = 'in-force'
      and d.day between ${filter.from}::date and ${filter.to}::date and d.counted > 0
    join leave_type y on y.id = d.type_id
    group by y.district_id, y.id order by y.sort, y.name, y.id
  `.execute(db)
  return rows
}

interface Days {
  from: string
  to: string
}

export interface PersonAmount {
  personId: string
  orgId: string
  typeId: string
  kind: LeaveKind
  unit: 'half-day' | 'hour'
  countsInAttendance: boolean
  amount: number
}

/** The sums of some people, by the organisation where they worked on these days. */
export async function sumByPerson(db: Db, personIds: readonly string[], { from, to }: Days): Promise<PersonAmount[]> {
  const { rows } = await sql<PersonAmount>`
    select d.*, y.kind, y.unit, y.counts_in_attendance as "countsInAttendance"
    from (
      select person_id as "personId", org_id as "orgId", type_id as "typeId", sum(counted)::int as amount
      from leave_day
      where person_id = any(${personIds}::uuid[]) and day between ${from}::date and ${to}::date
        and status = 'in-force' and counted > 0
      group by person_id, org_id, type_id
    ) as d
    join leave_type y on y.id = d."typeId" order by y.sort, y.name, y.id
  `.execute(db)
  return rows
}

export interface CountedHalf {
  requestId: string
  day: string
  half: 'am' | 'pm'
  dayType: 'work' | 'weekend' | 'holiday' | 'make-up' | 'vacation' | 'closed'
  typeName: string
  counted: number
  unit: 'half-day' | 'hour'
}

/** The half-days behind a number of the summary. */
export async function listCountedHalves(
  db: Db,
  { personId, orgId, typeId, from, to }: { personId: string; orgId: string; typeId: string | null } & Days,
): Promise<CountedHalf[]> {
  const { rows } = await sql<CountedHalf>`
    select d.request_id as "requestId", d.day, d.half, d.day_type as "dayType", y.name as "typeName", d.counted, y.unit
    from leave_day d join leave_type y on y.id = d.type_id
    where d.person_id = ${personId} and d.org_id = ${orgId} and d.status = 'in-force' and d.counted > 0
      and d.day between ${from}::date and ${to}::date and (${typeId}::uuid is null or d.type_id = ${typeId}::uuid)
    order by d.day, d.half
  `.execute(db)
  return rows
}
