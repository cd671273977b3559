import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { Span } from './duty-queries.ts'

export interface AbsenceAt {
  /** The place in the list that was asked for. */
  at: number
  source: string
  ref: string
}

/** By person: of which records each of these members is away in each of these times. */
export async function listAbsencesAt(db: Db, asked: readonly (Span & { userId: string })[]): Promise<AbsenceAt[]> {
  const { rows } = await sql<AbsenceAt>`
    select distinct q.at::int - 1 as at, a.source, a.ref
    from unnest(${asked.map(({ userId }) => userId)}::uuid[], ${asked.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
        ${asked.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]) with ordinality as q (user_id, starts_at, ends_at, at)
    join v_membership m on m.id = q.user_id
    join away a on a.person_id = m.person_id and a.ends_at > q.starts_at and a.starts_at < q.ends_at
    order by at, a.source, a.ref
  `.execute(db)
  return rows
}

/** The duties of a kind in a time of people who are away then. */
export async function listMissed(
  db: Db,
  kind: string,
  { startsAt, endsAt }: Span,
): Promise<{ orgId: string; ref: string }[]> {
  const { rows } = await sql<{ orgId: string; ref: string }>`
    select distinct d.org_id as "orgId", d.ref
    from away a join duty d on d.person_id = a.person_id and d.starts_at < a.ends_at and d.ends_at > a.starts_at
    where a.ends_at > ${startsAt} and a.starts_at < ${endsAt} and d.kind = ${kind}
      and d.starts_at >= ${startsAt} and d.starts_at < ${endsAt}
  `.execute(db)
  return rows
}
