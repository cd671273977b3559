import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { NamedDuty } from './duty-queries.ts'

interface Move {
  from: string
  to: string
}

/** Duties of one person at times at which the other has one too. */
export async function listDoubled(db: Db, { from, to }: Move): Promise<Omit<NamedDuty, 'name'>[]> {
  const { rows } = await sql<Omit<NamedDuty, 'name'>>`
    select d.id, d.user_id as "userId", d.org_id as "orgId", d.kind, d.ref, d.starts_at as "startsAt",
      d.ends_at as "endsAt"
    from duty d where d.person_id = ${from} and ${isTaken(to)} order by d.starts_at limit 20
  `.execute(db)
  return rows
}

const isTaken = (personId: string) => sql`
  exists (select from duty k where k.person_id = ${personId} and k.starts_at < d.ends_at and k.ends_at > d.starts_at
    and k.starts_at > d.starts_at - interval '24 hours')`

export interface MovedRow {
  id: string
  userId: string
}

/**
 * Everything of one person becomes the other's but what would book her twice. Returns the rows whose membership ended,
 * with that membership.
 */
export async function moveToPerson(db: Db, { from, to }: Move, successors: ReadonlyMap<string, string>) {
  const move = async (table: 'duty' | 'away') => {
    const { rows } = await sql<MovedRow>`
      select id, user_id as "userId" from ${sql.table(table)}
      where person_id = ${from} and user_id = any(${[...successors.keys()]}::uuid[])
    `.execute(db)
    await sql`
      update ${sql.table(table)} d set person_id = ${to}, user_id = coalesce((
        select s.kept from unnest(${[...successors.keys()]}::uuid[], ${[...successors.values()]}::uuid[]) as s (ended, kept)
        where s.ended = d.user_id), d.user_id)
      where d.person_id = ${from} ${table === 'duty' ? sql`and not ${isTaken(to)}` : sql``}
    `.execute(db)
    return rows
  }
  return { duty: await move('duty'), away: await move('away') }
}

/** What was moved goes back to the memberships that it had, and with memberships that went back to their person. */
export async function moveBack(db: Db, { from, to }: Move, moved: Record<'duty' | 'away', readonly MovedRow[]>) {
  for (const table of ['duty', 'away'] as const) {
    await sql`
      update ${sql.table(table)} d set user_id = b.user_id
      from unnest(${moved[table].map(({ id }) => id)}::uuid[], ${moved[table].map(({ userId }) => userId)}::uuid[])
        as b (id, user_id)
      where d.id = b.id and d.person_id = ${from}
    `.execute(db)
    await sql`
      update ${sql.table(table)} d set person_id = ${to} from v_membership m
      where m.id = d.user_id and m.person_id = ${to} and d.person_id = ${from}
        ${table === 'duty' ? sql`and not ${isTaken(to)}` : sql``}
    `.execute(db)
  }
}

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from duty where org_id = any(${orgIds}::uuid[]))
      + (select count(*) from away where org_id = any(${orgIds}::uuid[])) as count
  `.execute(db)
  return rows[0]!.count
}

export async function moveToOrg(db: Db, from: string, to: string) {
  for (const table of ['duty', 'away'] as const)
    await sql`update ${sql.table(table)} set org_id = ${to} where org_id = ${from}`.execute(db)
}
