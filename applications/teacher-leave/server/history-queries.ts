import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { LeaveSpan, LeaveStatus } from '../contract.ts'

/** A leave of the person with exactly this type and span that holds, or null. */
export async function findSameLeave(db: Db, personId: string, span: LeaveSpan): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from leave_request
    where person_id = ${personId} and type_id = ${span.typeId} and starts_on = ${span.startsOn}::date
      and start_half = ${span.startHalf} and ends_on = ${span.endsOn}::date and end_half = ${span.endHalf}
      and status in ('approved', 'on-leave', 'awaiting-return', 'closed') limit 1
  `.execute(db)
  return rows[0]?.id ?? null
}

/** These requests as they are now. */
export async function listImported(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; status: LeaveStatus; updatedAt: Date }>`
    select id, status, updated_at as "updatedAt" from leave_request where id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

/** How many leaves of each type an organisation has. */
export async function countHistory(db: Db, orgId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select t.name, count(*)::int as count from leave_request r join leave_type t on t.id = r.type_id
    where r.org_id = ${orgId} and r.status = 'closed' group by t.name
  `.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
