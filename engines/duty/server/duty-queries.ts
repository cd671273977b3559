import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#packages/db'

export interface Span {
  startsAt: Date
  endsAt: Date
}
export interface NewDuty extends Span {
  userId: string
  orgId: string
  kind: string
  ref: string
}
export interface DutyRow extends NewDuty {
  id: string
}

const districtLock = sql`hashtextextended('duties of district ' || tenant.current_district(), 0)`
/** PostgreSQL has room for some thousand locks: work on more people locks the whole district instead. */
const peopleLockedSingly = 200

/**
 * One booking of a person after the other: two at once that collide would wait for each other in the constraint, and one
 * would end as a deadlock instead of in words.
 */
export async function lockDutiesOf(db: Db, userIds: readonly string[]) {
  const members = [...new Set(userIds)]
  if (members.length > peopleLockedSingly) {
    await sql`select pg_advisory_xact_lock(${districtLock})`.execute(db)
    return
  }
  await sql`select pg_advisory_xact_lock_shared(${districtLock})`.execute(db)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('duties of ' || p, 0))
    from (select distinct person_id::text as p from v_membership where id = any(${members}::uuid[]) order by 1) as people
  `.execute(db)
}

const toColumns = (spans: readonly (Span & { userId: string })[]) => sql`
  ${spans.map(({ userId }) => userId)}::uuid[], ${spans.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
  ${spans.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]`

/** Returns how many were inserted: a membership that does not exist has no person. */
export async function insertDuties(db: Db, duties: readonly DutyRow[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into duty (user_id, starts_at, ends_at, id, org_id, kind, ref, person_id, created_at)
    select d.*, m.person_id, ${now}
    from unnest(${toColumns(duties)}, ${duties.map(({ id }) => id)}::uuid[], ${duties.map(({ orgId }) => orgId)}::uuid[],
        ${duties.map(({ kind }) => kind)}::text[], ${duties.map(({ ref }) => ref)}::uuid[])
      as d (user_id, starts_at, ends_at, id, org_id, kind, ref)
    join v_membership m on m.id = d.user_id
  `.execute(db)
  return Number(numAffectedRows)
}

export const isDoubleBooking = (error: unknown) =>
  error instanceof pg.DatabaseError && error.constraint === 'duty_no_double_booking'

const dutyColumns = sql`
  d.id, d.user_id as "userId", d.org_id as "orgId", d.kind, d.ref, d.starts_at as "startsAt", d.ends_at as "endsAt"`

export async function deleteDuties(db: Db, kind: string, refs: readonly string[]): Promise<DutyRow[]> {
  const { rows } = await sql<DutyRow>`
    delete from duty d where d.kind = ${kind} and d.ref = any(${refs}::uuid[]) returning ${dutyColumns}
  `.execute(db)
  return rows
}

export async function listMembersOf(db: Db, kind: string, refs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id as "userId" from duty where kind = ${kind} and ref = any(${refs}::uuid[])
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

export interface NamedDuty extends DutyRow {
  name: string
}

/** What the people of these times do then already, the earliest first. */
export async function listColliding(
  db: Db,
  spans: readonly (Span & { userId: string })[],
  except: readonly string[],
): Promise<NamedDuty[]> {
  const { rows } = await sql<NamedDuty>`
    select distinct ${dutyColumns}, p.name
    from unnest(${toColumns(spans)}) as n (user_id, starts_at, ends_at)
    join v_membership m on m.id = n.user_id
    join duty d on d.person_id = m.person_id and d.starts_at < n.ends_at and d.ends_at > n.starts_at
      and d.starts_at > n.starts_at - interval '24 hours'
    join v_person p on p.id = m.person_id
    where d.id <> all(${except}::uuid[])
    order by "startsAt", p.name, d.id limit 20
  `.execute(db)
  return rows
}

export async function listPeople(db: Db, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; personId: string; name: string }>`
    select m.id as "userId", m.person_id as "personId", p.name
    from v_membership m join v_person p on p.id = m.person_id where m.id = any(${[...new Set(userIds)]}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

export interface BusyDuty extends NewDuty {
  id: string
  /** The membership that was asked for; the duty may belong to another one of the same person. */
  askedId: string
}

/** By person: a lesson at the other school counts too. */
export async function listDutiesOf(db: Db, userIds: readonly string[], from: Date, to: Date): Promise<BusyDuty[]> {
  const { rows } = await sql<BusyDuty>`
    select m.id as "askedId", ${dutyColumns}
    from v_membership m
    join duty d on d.person_id = m.person_id and d.starts_at < ${to} and d.ends_at > ${from}
      and d.starts_at > ${from}::timestamptz - interval '24 hours'
    where m.id = any(${userIds}::uuid[]) order by d.starts_at, d.id
  `.execute(db)
  return rows
}
