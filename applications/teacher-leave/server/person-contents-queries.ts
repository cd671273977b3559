import { sql } from 'kysely'
import type { Db } from '#packages/db'

interface Move {
  from: string
  to: string
}

/** Leave of one person in half-days in which the other is on leave too. Two leaves by the hour may share a half-day. */
export async function listClashingDays(db: Db, { from, to }: Move) {
  const { rows } = await sql<{ day: string; requestId: string }>`
    select distinct l.day, l.request_id as "requestId"
    from leave_day l
    join leave_request r on r.id = l.request_id
    join leave_day k on k.person_id = ${to} and k.day = l.day and k.half = l.half and k.status <> 'void'
    join leave_request s on s.id = k.request_id
    where l.person_id = ${from} and l.status <> 'void' and (l.is_whole or k.is_whole
      or (r.starts_on + r.start_time::time, r.ends_on + r.end_time::time)
        overlaps (s.starts_on + s.start_time::time, s.ends_on + s.end_time::time))
    order by l.day, l.request_id
  `.execute(db)
  return rows
}

/** Overtime of one person on a day for which the other has a credit too, or waits for one. */
export async function listClashingOvertime(db: Db, { from, to }: Move) {
  const { rows } = await sql<{ id: string; day: string; isWaiting: boolean }>`
    select o.id, o.worked_on as day, 'waiting' in (o.status, k.status) as "isWaiting"
    from leave_overtime o join leave_overtime k on k.person_id = ${to} and k.worked_on = o.worked_on
      and k.status in ('waiting', 'approved')
    where o.person_id = ${from} and o.status in ('waiting', 'approved') order by o.worked_on
  `.execute(db)
  return rows
}

/** A request with the membership through which it was made. */
export interface MovedRequest {
  id: string
  memberId: string
}

/** All requests of a person. */
export async function listRequestsOf(
  db: Db,
  personId: string,
): Promise<(MovedRequest & { parentId: string | null })[]> {
  const { rows } = await sql<MovedRequest & { parentId: string | null }>`
    select id, member_id as "memberId", parent_id as "parentId" from leave_request where person_id = ${personId} order by id
  `.execute(db)
  return rows
}

/** The requests that a person made through memberships that are somebody else's now, and the changes of these requests. */
export async function listRequestsThrough(db: Db, { from, to }: Move, changesOf: readonly string[]) {
  const { rows } = await sql<MovedRequest>`
    select r.id, r.member_id as "memberId" from leave_request r join membership m on m.id = r.member_id
    where r.person_id = ${from} and (m.person_id = ${to} or r.parent_id = any(${changesOf}::uuid[])) order by r.id
  `.execute(db)
  return rows
}

/** Requests and their half-days become those of another person, through these memberships. */
export async function moveRequests(db: Db, { from, to }: Move, requests: readonly MovedRequest[]) {
  await sql`
    update leave_request r set person_id = ${to}, member_id = m."memberId"
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as m (id uuid, "memberId" uuid)
    where r.id = m.id and r.person_id = ${from}
  `.execute(db)
  await sql`
    update leave_day set person_id = ${to}
    where person_id = ${from} and request_id = any(${requests.map(({ id }) => id)}::uuid[])
  `.execute(db)
}

export interface NamedDeputy {
  id: string
  deputyId: string | null
}

/** The requests that wait and name one of these members as deputy. */
export async function listNamedDeputies(db: Db, memberIds: readonly string[]) {
  const { rows } = await sql<{ id: string; deputyId: string; personId: string }>`
    select id, deputy_id as "deputyId", person_id as "personId" from leave_request
    where deputy_id = any(${memberIds}::uuid[]) and status in ('draft', 'running', 'sent-back') order by id
  `.execute(db)
  return rows
}

export const updateDeputies = (db: Db, deputies: readonly NamedDeputy[]) =>
  sql`
    update leave_request r set deputy_id = m."deputyId"
    from jsonb_to_recordset(${JSON.stringify(deputies)}::jsonb) as m (id uuid, "deputyId" uuid) where r.id = m.id
  `.execute(db)

/** Every membership that a person ever had. */
export async function listMemberIds(db: Db, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from membership where person_id = ${personId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of all overtime of a person without these. */
export async function listOvertimeOf(db: Db, personId: string, except: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leave_overtime where person_id = ${personId} and id <> all(${except}::uuid[]) order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export const moveOvertime = (db: Db, { from, to }: Move, ids: readonly string[]) =>
  sql`update leave_overtime set person_id = ${to} where person_id = ${from} and id = any(${ids}::uuid[])`.execute(db)

/** The lots of a person without the credits for these. */
export async function listLotIds(db: Db, personId: string, exceptFor: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leave_ledger
    where person_id = ${personId} and id = lot_id and (ref_id is null or ref_id <> all(${exceptFor}::uuid[])) order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A lot moves with everything that was taken from it or added to it, so that its rest stays what it is. */
export const moveLots = (db: Db, { from, to }: Move, lotIds: readonly string[]) =>
  sql`update leave_ledger set person_id = ${to} where lot_id = any(${lotIds}::uuid[]) and person_id = ${from}`.execute(
    db,
  )
