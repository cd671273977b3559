import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { SecurityEventKind } from '../contract.ts'

/** Refused attempts, other than those that only wait for a second factor. */
const isRefused = sql<boolean>`l.outcome not in ('entered', 'code-needed')`
const ownNetworkDays = 30

interface BusyAddress {
  address: string
  accounts: number
}

/**
 * Addresses from which more than `most` accounts were tried within `minutes`, in the time since then. A school shares
 * one address: where as many accounts entered on the days before, only accounts with a refused attempt count.
 */
export async function findBusyAddresses(db: Db, since: Date, minutes: number, most: number): Promise<BusyAddress[]> {
  const { rows } = await sql<BusyAddress>`
    with tried as (
      select l.address, l.account_id, min(l.at) as at, bool_or(${isRefused}) as is_refused
      from login_log l where l.at >= ${since} and l.sign_in_method not in ('switch', 'application') and l.address <> ''
      group by l.address, l.account_id
    ), busy as (
      select address from tried group by address having count(*) > ${most}
    ), shared as (
      select b.address, (
        select count(*) from (
          select distinct l.account_id from login_log l
          where l.address = b.address and l.at >= ${since}::timestamptz - make_interval(days => ${ownNetworkDays})
            and l.at < ${since}::timestamptz - interval '12 hours' and l.outcome = 'entered'
          limit ${most + 1}
        ) known
      ) > ${most} as is_shared from busy b
    ), counted as (
      select t.address, count(*) over (
        partition by t.address order by t.at range between make_interval(mins => ${minutes}) preceding and current row
      )::int as accounts
      from tried t join shared s on s.address = t.address where t.is_refused or not s.is_shared
    )
    select address, max(accounts) as accounts from counted group by address having max(accounts) > ${most}
  `.execute(db)
  return rows
}

/** The number of refused sign-ins since then. */
export async function countRefusedLogins(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from login_log l where l.at >= ${since} and ${isRefused}
  `.execute(db)
  return rows[0]!.count
}

/** Whether this was warned of since then: an event of the kind, from the address, about the person. */
export async function hasWarning(
  db: Db,
  { kind, address, personId }: { kind: SecurityEventKind; address: string; personId: string },
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('security_event')
    .select('id')
    .where('kind', '=', kind)
    .where('at', '>=', since)
    .where('address', '=', address)
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
