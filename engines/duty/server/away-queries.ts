import { sql } from 'kysely'
import { dayOf } from '#packages/core'
import type { Db } from '#packages/db'
import type { Span } from './duty-queries.ts'

interface AwayRecord {
  source: string
  ref: string
}

export async function listAwayOfRecord(db: Db, { source, ref }: AwayRecord): Promise<(Span & { userId: string })[]> {
  const { rows } = await sql<Span & { userId: string }>`
    select user_id as "userId", starts_at as "startsAt", ends_at as "endsAt" from away
    where source = ${source} and ref = ${ref} order by starts_at
  `.execute(db)
  return rows
}

export const deleteAway = (db: Db, { source, ref }: AwayRecord) =>
  sql`delete from away where source = ${source} and ref = ${ref}`.execute(db)

/** Returns how many were inserted: a membership that does not exist has no person. */
export async function insertAway(
  db: Db,
  { source, ref, userId }: AwayRecord & { userId: string },
  spans: readonly (Span & { id: string })[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into away (id, starts_at, ends_at, person_id, user_id, org_id, source, ref, created_at)
    select s.*, m.person_id, m.id, m.org_id, ${source}, ${ref}, ${now}
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
        ${spans.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]) as s (id, starts_at, ends_at)
    join v_membership m on m.id = ${userId}
  `.execute(db)
  return Number(numAffectedRows)
}

/** By person, with the membership that was asked for. */
export async function listAwayAmong(db: Db, userIds: readonly string[], from: Date, to: Date) {
  const { rows } = await sql<Span & { askedId: string }>`
    select m.id as "askedId", a.starts_at as "startsAt", a.ends_at as "endsAt"
    from v_membership m join away a on a.person_id = m.person_id and a.ends_at > ${from} and a.starts_at < ${to}
    where m.id = any(${userIds}::uuid[]) order by a.starts_at
  `.execute(db)
  return rows
}

/** Those who belong to an organisation on the first day: also when another membership of the person is away. */
export async function listAwayAt(db: Db, orgId: string, from: Date, to: Date) {
  const { rows } = await sql<Span & { userId: string; name: string }>`
    select m.id as "userId", p.name, a.starts_at as "startsAt", a.ends_at as "endsAt"
    from v_membership m join v_person p on p.id = m.person_id
    join away a on a.person_id = m.person_id and a.ends_at > ${from} and a.starts_at < ${to}
    where m.org_id = ${orgId} and m.valid @> ${dayOf(from)}::date
    order by p.pinyin collate "C", m.id, a.starts_at
  `.execute(db)
  return rows
}
