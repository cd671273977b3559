import { sql } from 'kysely'
import type { DayRange, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, isWithinDays, readSqlPage, toLikePattern, type Db } from '#packages/db'
import type { HandoverReason, HandoverStatus, ItemStatus } from '../contract.ts'

/** By the membership: its organisation, its department, or as the caller's own. */
const isInScope = (scope: Scope) => inScope(scope, { org: 'm.org_id', department: 'm.department_id', owner: 'm.id' })

export interface StaffRow {
  userId: string
  personId: string
  orgId: string
  name: string
  orgName: string
  departmentName: string
  /** Whether the membership is not over yet. */
  isOpen: boolean
  isActive: boolean
}

const staffColumns = (day: string) => sql`
  m.id as "userId", m.person_id as "personId", m.org_id as "orgId", p.name, coalesce(o.name, '') as "orgName",
  coalesce(d.name, '') as "departmentName", upper_inf(m.valid) or upper(m.valid) > ${day}::date as "isOpen",
  m.valid @> ${day}::date and not m.is_suspended as "isActive"`
const staffJoins = sql`
  join v_person p on p.id = m.person_id
  left join v_org o on o.id = m.org_id
  left join v_org d on d.id = m.department_id`

export async function findStaff(db: Db, scope: Scope, userId: string, day: string): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`
    select ${staffColumns(day)} from v_membership m ${staffJoins} where m.id = ${userId} and ${isInScope(scope)}
  `.execute(db)
  return rows[0]
}

/** Of these memberships, those in scope. */
export async function listInScope(db: Db, scope: Scope, membershipIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from v_membership m where m.id = any(${membershipIds}::uuid[]) and ${isInScope(scope)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Of these memberships, those whose person has another one at the same organisation today. */
export async function listContinued(db: Db, membershipIds: readonly string[], day: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from v_membership m
    where m.id = any(${membershipIds}::uuid[]) and exists (
      select from v_membership other where other.person_id = m.person_id and other.org_id = m.org_id
        and other.id <> m.id and other.valid @> ${day}::date)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface CaseRow {
  id: string
  userId: string
  personId: string
  orgId: string
  name: string
  orgName: string
  departmentName: string
  reason: HandoverReason
  dueOn: string
  status: HandoverStatus
  forcedReason: Buffer | null
  itemCount: number
  doneCount: number
  openedAt: Date
  openedBy: string
  closedAt: Date | null
  closedBy: string
}

const caseColumns = sql`
  c.id, m.id as "userId", m.person_id as "personId", m.org_id as "orgId", p.name, coalesce(o.name, '') as "orgName",
  coalesce(d.name, '') as "departmentName", c.reason, c.due_on as "dueOn", c.status, c.forced_reason as "forcedReason",
  (select count(*) from handover_item i where i.case_id = c.id) as "itemCount",
  (select count(*) from handover_item i where i.case_id = c.id and i.status <> 'open') as "doneCount",
  c.opened_at as "openedAt", coalesce(opener.name, '') as "openedBy",
  c.closed_at as "closedAt", coalesce(closer.name, '') as "closedBy"`
const caseJoins = sql`
  join v_membership m on m.id = c.membership_id ${staffJoins}
  left join v_person opener on opener.id = c.opened_by
  left join v_person closer on closer.id = c.closed_by`

interface CaseSearch extends PageQuery, DayRange {
  keyword: string
  status?: HandoverStatus | undefined
  reason?: HandoverReason | undefined
}

export const getCasePage = (db: Db, scope: Scope, { keyword, status, reason, from, to, ...page }: CaseSearch) =>
  readSqlPage<CaseRow>(
    db,
    {
      columns: caseColumns,
      from: sql`handover_case c ${caseJoins} where ${isInScope(scope)}
        and ${keyword === '' ? sql`true` : sql`p.name like ${toLikePattern(keyword)}`}
        and ${status ? sql`c.status = ${status}` : sql`true`} and ${reason ? sql`c.reason = ${reason}` : sql`true`}
        and ${isWithinDays('c.opened_at', { from, to })}`,
      orderBy: sql`c.opened_at desc, c.id desc`,
    },
    page,
  )

export async function findCase(db: Db, scope: Scope, id: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns} from handover_case c ${caseJoins} where c.id = ${id} and ${isInScope(scope)}
  `.execute(db)
  return rows[0]
}

/** Until the transaction ends nobody else changes the case. */
export const lockCase = (db: Db, id: string) => sql`select from handover_case where id = ${id} for update`.execute(db)

export async function findNewestCase(db: Db, scope: Scope, userId: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns} from handover_case c ${caseJoins}
    where c.membership_id = ${userId} and ${isInScope(scope)} order by c.opened_at desc, c.id desc limit 1
  `.execute(db)
  return rows[0]
}

/** The open cases of these memberships. */
export async function listOpenCases(db: Db, membershipIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; membershipId: string }>`
    select id, membership_id as "membershipId" from handover_case
    where membership_id = any(${membershipIds}::uuid[]) and status in ('waiting', 'running')
  `.execute(db)
  return new Map(rows.map(({ id, membershipId }) => [membershipId, id]))
}

/** The last days of memberships with an open case. */
export async function listDueDays(db: Db, membershipIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ membershipId: string; dueOn: string }>`
    select membership_id as "membershipId", due_on as "dueOn" from handover_case
    where membership_id = any(${membershipIds}::uuid[]) and status in ('waiting', 'running')
  `.execute(db)
  return new Map(rows.map(({ membershipId, dueOn }) => [membershipId, dueOn]))
}

interface NewCase {
  id: string
  membershipId: string
  reason: HandoverReason
  dueOn: string
  openedBy: string | null
}

/** Returns the open case of the membership: the new one, or the one that was there. */
export async function openCase(db: Db, row: NewCase, now: Date): Promise<{ id: string; isNew: boolean }> {
  await sql`
    insert into handover_case (id, membership_id, reason, due_on, status, opened_by, opened_at)
    values (${row.id}, ${row.membershipId}, ${row.reason}, ${row.dueOn}, 'waiting', ${row.openedBy}, ${now})
    on conflict (district_id, membership_id) where status in ('waiting', 'running') do nothing
  `.execute(db)
  const id = (await listOpenCases(db, [row.membershipId])).get(row.membershipId)!
  return { id, isNew: id === row.id }
}

export const updateCaseTerms = (db: Db, id: string, { reason, dueOn }: { reason: HandoverReason; dueOn: string }) =>
  sql`update handover_case set reason = ${reason}, due_on = ${dueOn} where id = ${id}`.execute(db)

export const markRunning = (db: Db, id: string) =>
  sql`update handover_case set status = 'running' where id = ${id} and status = 'waiting'`.execute(db)

export const closeCase = (
  db: Db,
  { id, forcedReason, by }: { id: string; forcedReason: Buffer | null; by: string | null },
  now: Date,
) =>
  sql`
    update handover_case set status = ${forcedReason ? 'forced' : 'done'}, forced_reason = ${forcedReason},
      closed_by = ${by}, closed_at = ${now}
    where id = ${id} and status in ('waiting', 'running')
  `.execute(db)

/** Closes the open hand-over that the system began for a membership; returns it with what was handed over meanwhile. */
export async function cancelCase(db: Db, membershipId: string, now: Date) {
  const { rows } = await sql<{ id: string; handed: number }>`
    update handover_case c set status = 'cancelled', closed_at = ${now}
    where membership_id = ${membershipId} and status in ('waiting', 'running') and opened_by is null
    returning id, (select count(*) from handover_item i where i.case_id = c.id and i.status = 'handed') as handed
  `.execute(db)
  return rows[0]
}

export interface ItemRow {
  provider: string
  ref: string
  title: string
  note: string
  status: ItemStatus
  toName: string
  doneAt: Date | null
  fromOn: string | null
}

export async function listItems(db: Db, caseId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.provider, i.ref, i.title, i.note, i.status, i.done_at as "doneAt", i.from_on as "fromOn",
      coalesce(p.name, '') as "toName"
    from handover_item i
    left join v_membership m on m.id = i.to_member_id left join v_person p on p.id = m.person_id
    where i.case_id = ${caseId} order by i.provider, i.title, i.id
  `.execute(db)
  return rows
}

/** What these memberships no longer have from a later day on, because it was handed over or forced, by that day. */
export async function listPending(db: Db, membershipIds: readonly string[], day: string) {
  const { rows } = await sql<{ memberId: string; provider: string; ref: string; fromOn: string }>`
    select c.membership_id as "memberId", i.provider, i.ref, i.from_on as "fromOn"
    from handover_item i join handover_case c on c.id = i.case_id
    where c.membership_id = any(${membershipIds}::uuid[]) and i.from_on > ${day}::date
      and i.status in ('handed', 'forced')
  `.execute(db)
  return rows
}

export interface StoredItem {
  id: string
  provider: string
  ref: string
  title: string
  note: string
  status: ItemStatus
  toMemberId: string | null
  fromOn: string | null
  doneAt: Date | null
}

/** Stores items; the newest state of one counts. */
export async function saveItems(db: Db, caseId: string, items: readonly StoredItem[]) {
  if (items.length === 0) return
  await sql`
    insert into handover_item (id, case_id, provider, ref, title, note, status, to_member_id, from_on, done_at)
    select i.id, ${caseId}::uuid, i.provider, i.ref, i.title, i.note, i.status, i."toMemberId", i."fromOn", i."doneAt"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id uuid, provider text, ref text, title text, note text,
      status text, "toMemberId" uuid, "fromOn" date, "doneAt" timestamptz)
    on conflict on constraint handover_item_once do update
      set title = excluded.title, note = excluded.note, status = excluded.status, to_member_id = excluded.to_member_id,
        from_on = excluded.from_on, done_at = excluded.done_at
  `.execute(db)
}

/** Open items that the person does not have any more: decided, ended, or moved elsewhere. */
export const settleItems = (
  db: Db,
  caseId: string,
  stillHeld: readonly { provider: string; ref: string }[],
  now: Date,
) =>
  sql`
    update handover_item set status = 'settled', done_at = ${now}
    where case_id = ${caseId} and status = 'open' and not exists (
      select from jsonb_to_recordset(${JSON.stringify(stillHeld)}::jsonb) as held (provider text, ref text)
      where held.provider = handover_item.provider and held.ref = handover_item.ref)
  `.execute(db)
