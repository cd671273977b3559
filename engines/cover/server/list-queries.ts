import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

interface Reader {
  userId: string
  personId: string
  /** The first day of lessons. */
  from: string
  limit: number
}

async function list(db: Db, { from, limit }: Reader, where: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from cover_request r
    join lateral (select max(l.day_on) as last from cover_leg l where l.request_id = r.id) as d on true
    where ${where} and d.last >= ${from}::date
    order by r.created_at desc, r.id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const listOwnRequests = (db: Db, reader: Reader) =>
  list(db, reader, sql`r.member_id in (select id from v_membership where person_id = ${reader.personId})`)

export const listRequestsToAnswer = (db: Db, reader: Reader) =>
  list(
    db,
    reader,
    sql`r.id in (select request_id from cover_ask where member_id = ${reader.userId}) and r.status not in ('recalled', 'cancelled')`,
  )

export const listGivenRequests = (db: Db, reader: Reader) =>
  list(
    db,
    reader,
    sql`r.id in (select request_id from cover_leg where to_id = ${reader.userId} and state = 'current')
      and r.kind in ('substitute', 'supervise', 'merge')`,
  )
