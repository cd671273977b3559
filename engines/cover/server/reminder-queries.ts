import { sql } from 'kysely'
import type { Db } from '#packages/db'

const handedOver = sql`r.kind in ('substitute', 'supervise', 'merge') and r.status = 'effective' and l.state = 'current'`
const from = sql`cover_leg l join cover_request r on r.id = l.request_id`

/** Legs of a day that somebody gives for a colleague. */
export async function listGivenOn(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from ${from} where ${handedOver} and l.day_on = ${day}::date and l.completed_at is null order by l.begins, l.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The same of lessons that begin between two moments. */
export async function listBeginning(db: Db, after: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from ${from}
    where ${handedOver} and l.completed_at is null and l.day_on >= (${after}::timestamptz at time zone 'Asia/Shanghai')::date
      and l.day_on <= (${until}::timestamptz at time zone 'Asia/Shanghai')::date
      and (l.day_on + l.begins) at time zone 'Asia/Shanghai' > ${after}
      and (l.day_on + l.begins) at time zone 'Asia/Shanghai' <= ${until}
    order by l.begins, l.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Requests that nobody has answered for the shortest time that a school may set, and that were not reported. */
export async function listUnanswered(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from cover_request r
    where r.status = 'asking' and r.created_at <= ${now}::timestamptz - interval '5 minutes'
      and not exists (select from effect e where e.key = 'cover-unanswered ' || r.id)
    order by r.created_at limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
