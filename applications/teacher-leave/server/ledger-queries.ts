import { sql } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import { readSqlPage, type Db } from '#packages/db'
import type { LeaveKind, LedgerKind } from '../contract.ts'

const districtLock = sql`hashtextextended('leave of district ' || tenant.current_district(), 0)`

/** Until the end of the transaction nobody else spends the balances of this person or asks for leave for her. */
export const lockLeaveOf = (db: Db, personId: string) =>
  sql`
    select pg_advisory_xact_lock_shared(${districtLock}),
      pg_advisory_xact_lock(hashtextextended(${`leave of ${personId}`}, 0))
  `.execute(db)

/** PostgreSQL has room for some thousand locks: work on more people locks the whole district instead. */
const peopleLockedSingly = 200

/** Locks many people, always in the same order. Must come before any other lock on the leave of somebody. */
export async function lockLeaveOfAll(db: Db, personIds: readonly string[]) {
  const people = [...new Set(personIds)]
  if (people.length > peopleLockedSingly) {
    await sql`select pg_advisory_xact_lock(${districtLock})`.execute(db)
    return
  }
  await sql`select pg_advisory_xact_lock_shared(${districtLock})`.execute(db)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('leave of ' || p, 0))
    from (select unnest(${people}::text[]) as p order by 1) as people
  `.execute(db)
}

export interface LedgerRow {
  id: string
  personId: string
  typeId: string
  kind: LedgerKind
  amount: number
  validFrom: string | null
  expiresOn: string | null
  lotId: string
  refId: string | null
  note: string
  byId: string | null
}

/** One statement for any number of rows. */
export async function insertLedger(db: Db, rows: readonly LedgerRow[], now: Date) {
  if (rows.length === 0) return
  await sql`
    insert into leave_ledger
      (id, person_id, type_id, kind, amount, begins_on, expires_on, lot_id, ref_id, note, by_id, created_at)
    select r.id, r."personId", r."typeId", r.kind, r.amount, r."validFrom", r."expiresOn", r."lotId", r."refId", r.note,
      r."byId", ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "personId" uuid, "typeId" uuid, kind text,
      amount int, "validFrom" date, "expiresOn" date, "lotId" uuid, "refId" uuid, note text, "byId" uuid)
  `.execute(db)
}

export interface Lot {
  lotId: string
  personId: string
  typeId: string
  /** What is left of it, in hundredths. */
  rest: number
  validFrom: string | null
  expiresOn: string | null
}

/** The lots of these people with something left, those that expire first in front. Expired ones too. */
export async function listLots(db: Db, personIds: readonly string[], typeId: string | null): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select l.lot_id as "lotId", l.person_id as "personId", l.type_id as "typeId", sum(l.amount)::int as rest,
      max(l.begins_on) as "validFrom", max(l.expires_on) as "expiresOn"
    from leave_ledger l
    where l.person_id = any(${personIds}::uuid[]) and (${typeId}::uuid is null or l.type_id = ${typeId}::uuid)
    group by l.person_id, l.type_id, l.lot_id having sum(l.amount) > 0
    order by max(l.expires_on) nulls last, l.lot_id
  `.execute(db)
  return rows
}

/** What a request has taken from each lot and not got back, those that expire last in front. */
export async function listTakenLots(db: Db, requestId: string): Promise<(Lot & { taken: number })[]> {
  const { rows } = await sql<Lot & { taken: number }>`
    select t.*, o.expires_on as "expiresOn", o.begins_on as "validFrom", 0 as rest
    from (
      select lot_id as "lotId", person_id as "personId", type_id as "typeId", -sum(amount)::int as taken
      from leave_ledger where ref_id = ${requestId} group by lot_id, person_id, type_id having sum(amount) < 0
    ) as t
    join leave_ledger o on o.id = t."lotId"
    order by o.expires_on desc nulls first, t."lotId" desc
  `.execute(db)
  return rows
}

export interface Balance {
  personId: string
  typeId: string
  name: string
  /** In hundredths. */
  amount: number
  expiresOn: string | null
  expiring: number
}

/** What people have left on a day: the sum of their lots that are valid then. */
export async function listBalances(db: Db, personIds: readonly string[], day: string): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    with lot as (
      select person_id, type_id, lot_id, sum(amount)::int as rest, max(expires_on) as expires_on
      from leave_ledger where person_id = any(${personIds}::uuid[])
      group by person_id, type_id, lot_id
      having sum(amount) > 0 and coalesce(max(expires_on), 'infinity') >= ${day}::date
        and coalesce(max(begins_on), '-infinity') <= ${day}::date
    ), first as (select person_id, type_id, min(expires_on) as expires_on from lot group by person_id, type_id)
    select lot.person_id as "personId", lot.type_id as "typeId", t.name, sum(lot.rest)::int as amount,
      first.expires_on as "expiresOn",
      coalesce(sum(lot.rest) filter (where lot.expires_on = first.expires_on), 0)::int as expiring
    from lot join first using (person_id, type_id) join leave_type t on t.id = lot.type_id
    group by lot.person_id, lot.type_id, t.name, t.sort, first.expires_on order by t.sort, t.name
  `.execute(db)
  return rows
}

export interface ExpiringLot extends Lot {
  kind: LeaveKind
}

/** The lots that ended before a day, or end in these days, with something left. */
export async function listExpiringLots(
  db: Db,
  when: { before: string } | { from: string; to: string },
): Promise<ExpiringLot[]> {
  const ends =
    'before' in when
      ? sql`o.expires_on < ${when.before}::date`
      : sql`o.expires_on between ${when.from}::date and ${when.to}::date`
  const { rows } = await sql<ExpiringLot>`
    select o.id as "lotId", o.person_id as "personId", o.type_id as "typeId", sum(l.amount)::int as rest, t.kind,
      o.begins_on as "validFrom", o.expires_on as "expiresOn"
    from leave_ledger o
    join leave_ledger l on l.person_id = o.person_id and l.type_id = o.type_id and l.lot_id = o.id
    join leave_type t on t.id = o.type_id
    where ${ends}
    group by o.district_id, o.id, o.person_id, o.type_id, t.kind, o.begins_on, o.expires_on having sum(l.amount) > 0
    order by o.person_id, o.expires_on, o.id
  `.execute(db)
  return rows
}

export interface LedgerLine {
  id: string
  typeName: string
  kind: LedgerKind
  amount: number
  expiresOn: string | null
  note: string
  by: string
  at: Date
  balance: number
}

/** The rows of a person, or those before a moment, newest first, each with the sum of its type up to there. */
export const listLedgerPage = (
  db: Db,
  { personId, typeId, before = null }: { personId: string; typeId: string | null; before?: Date | null },
  page: PageQuery,
): Promise<Page<LedgerLine>> =>
  readSqlPage<LedgerLine>(
    db,
    {
      columns: sql`t.id, y.name as "typeName", t.kind, t.amount, t.expires_on as "expiresOn", t.note,
        coalesce(n.name, '') as by, t.created_at as at, t.balance`,
      from: sql`(
        select l.*, (sum(l.amount) over (partition by l.type_id order by l.created_at, l.id))::int as balance
        from leave_ledger l
        where l.person_id = ${personId} and (${typeId}::uuid is null or l.type_id = ${typeId}::uuid)
          and (${before}::timestamptz is null or l.created_at < ${before})) as t`,
      joined: { as: 't', with: sql`join leave_type y on y.id = t.type_id left join v_person n on n.id = t.by_id` },
      orderBy: sql`t.created_at desc, t.id desc`,
    },
    page,
  )
