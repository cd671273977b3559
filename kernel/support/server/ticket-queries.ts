import { sql } from 'kysely'
import type { ChangedDays } from '#packages/crud'
import { isWithinDays, type Db } from '#packages/db'

/** Tickets of this user, or only those of others. */
export const isInBox = (box: 'mine' | 'others', userId: string) =>
  box === 'mine' ? sql<boolean>`t.requester_id = ${userId}` : sql<boolean>`t.requester_id <> ${userId}`

export interface TicketCounts {
  asked: number
  /** Of those asked on the day. */
  answeredWithinADay: number
  /** Asked until the end of the day, and not answered then. A withdrawn ticket has no time, and does not count. */
  open: number
}

/** The tickets of one organisation on one day. */
export async function countTicketsOfDay(db: Db, orgId: string, day: string): Promise<TicketCounts> {
  const onDay = isWithinDays('created_at', { from: day, to: day })
  const { rows } = await sql<TicketCounts>`
    select count(*) filter (where ${onDay}) as asked,
      count(*) filter (where ${onDay} and answered_at <= created_at + interval '1 day') as "answeredWithinADay",
      count(*) filter (where status <> 'withdrawn'
        and (answered_at is null or not ${isWithinDays('answered_at', { to: day })})) as open
    from support_ticket where org_id = ${orgId} and ${isWithinDays('created_at', { to: day })}
  `.execute(db)
  return rows[0]!
}

/** The organisations with tickets that were asked or answered since a moment: their days, and the days of the answers. */
export async function listTicketDays(db: Db, since: Date): Promise<ChangedDays[]> {
  const { rows } = await sql<ChangedDays>`
    select t.org_id as "orgId", array_agg(distinct ((moment.at at time zone 'Asia/Shanghai')::date)::text) as days
    from (
      select org_id, created_at, answered_at from support_ticket where created_at >= ${since}
      union all
      select org_id, created_at, answered_at from support_ticket where answered_at >= ${since}
    ) as t cross join lateral (values (t.created_at), (t.answered_at)) as moment (at)
    where moment.at is not null group by 1
  `.execute(db)
  return rows
}
