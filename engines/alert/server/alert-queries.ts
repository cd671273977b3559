import { sql } from 'kysely'
import { newId, type Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { AlertEvent, AlertLevel, AlertState } from '../contract.ts'

export interface AlertRow {
  id: string
  orgId: string
  code: string
  key: string
  level: AlertLevel
  subjectKind: string
  subjectId: string
  state: AlertState
  /** How many steps of the ladder are done. */
  step: number
  ladderAt: Date
  escalateAt: Date | null
  outcome: string | null
  note: Buffer | null
  openedAt: Date
  closedAt: Date | null
}

const columns = sql`
  a.id, a.org_id as "orgId", a.code, a.key, a.level, a.subject_kind as "subjectKind", a.subject_id as "subjectId", a.state,
  a.step, a.ladder_at as "ladderAt", a.escalate_at as "escalateAt", a.outcome, a.note, a.opened_at as "openedAt",
  a.closed_at as "closedAt"`

export type NewAlert = Pick<
  AlertRow,
  'id' | 'orgId' | 'code' | 'key' | 'level' | 'subjectKind' | 'subjectId' | 'escalateAt' | 'openedAt'
>

/** Returns false if one with this key is open. */
export async function insertAlert(db: Db, row: NewAlert): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into alert (id, org_id, code, key, level, subject_kind, subject_id, state, ladder_at, escalate_at, opened_at)
    values (${row.id}, ${row.orgId}, ${row.code}, ${row.key}, ${row.level}, ${row.subjectKind}, ${row.subjectId}, 'open',
      ${row.openedAt}, ${row.escalateAt}, ${row.openedAt})
    on conflict (district_id, code, key) where closed_at is null do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

export async function lockOpenAlert(
  db: Db,
  { code, key }: Pick<AlertRow, 'code' | 'key'>,
): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alert a where a.code = ${code} and a.key = ${key} and a.closed_at is null for update
  `.execute(db)
  return rows[0]
}

export async function lockAlert(db: Db, id: string): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`select ${columns} from alert a where a.id = ${id} for update`.execute(db)
  return rows[0]
}

export async function listDistrictsWithDueAlerts(db: Db, cell: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tenant.list_districts_with_due_alerts(${cell}, ${now}) as due (id)
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks alerts with a step that is due, the longest due first; those that another worker has are left to it. */
export async function lockDueAlerts(
  db: Db,
  { codes, now, except, limit }: { codes: readonly string[]; now: Date; except: readonly string[]; limit: number },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alert a
    where a.escalate_at <= ${now} and a.code = any(${codes}) and a.id <> all(${except}::uuid[])
    order by a.escalate_at, a.id limit ${limit} for update skip locked
  `.execute(db)
  return rows
}

export const updateLadder = (
  db: Db,
  { id, state, step, ladderAt, escalateAt }: Pick<AlertRow, 'id' | 'state' | 'step' | 'ladderAt' | 'escalateAt'>,
) =>
  sql`
    update alert set state = ${state}, step = ${step}, ladder_at = ${ladderAt}, escalate_at = ${escalateAt}
    where id = ${id}
  `.execute(db)

export const endAlert = (
  db: Db,
  {
    id,
    state,
    outcome,
    note,
  }: { id: string; state: 'closed' | 'dismissed'; outcome: string | null; note: Buffer | null },
  now: Date,
) =>
  sql`
    update alert set state = ${state}, outcome = ${outcome}, note = ${note}, closed_at = ${now}, escalate_at = null
    where id = ${id}
  `.execute(db)

/** Fails if one of these people was notified by this step before. */
export const insertNotified = (db: Db, alertId: string, step: string, personIds: readonly string[], now: Date) =>
  sql`
    insert into alert_step (alert_id, step, person_id, notified_at)
    select ${alertId}::uuid, ${step}, person_id, ${now}::timestamptz from unnest(${personIds}::uuid[]) as t (person_id)
  `.execute(db)

export async function wasStepDone(db: Db, alertId: string, step: string): Promise<boolean> {
  const { rows } = await sql`select from alert_step where alert_id = ${alertId} and step = ${step} limit 1`.execute(db)
  return rows.length > 0
}

interface NewLogRow {
  alertId: string
  event: AlertEvent
  step?: string
  personId?: string | null
}

export const insertLog = (db: Db, { alertId, event, step, personId }: NewLogRow, now: Date) =>
  db
    .insertInto('alert_log')
    .values({
      id: newId(),
      alert_id: alertId,
      event,
      step: step ?? null,
      person_id: personId ?? null,
      created_at: now,
    })
    .execute()

export interface AlertLogRow {
  alertId: string
  event: AlertEvent
  step: string | null
  at: Date
  /** Whoever did it; empty: the ladder. */
  byName: string
  /** Whom a step notified. */
  names: string[]
}

/** The stories of alerts, the earliest first. Callers must check the scope. */
export async function listLog(db: Db, alertIds: readonly string[]): Promise<AlertLogRow[]> {
  const { rows } = await sql<AlertLogRow>`
    select l.alert_id as "alertId", l.event, l.step, l.created_at as at, coalesce(p.name, '') as "byName",
      array(select n.name from alert_step s join v_person n on n.id = s.person_id
        where s.alert_id = l.alert_id and s.step = l.step and l.event = 'step' order by n.pinyin collate "C", n.id) as names
    from alert_log l left join v_person p on p.id = l.person_id
    where l.alert_id = any(${alertIds}::uuid[]) order by l.created_at, l.id
  `.execute(db)
  return rows
}

export interface AlertFilter {
  isOpen?: boolean
  codes?: readonly string[]
  orgId?: string
  limit: number
}

/** Open ones the longest open first, all others the newest first. */
export async function listAlertsInScope(
  db: Db,
  scope: Scope,
  { isOpen, codes, orgId, limit }: AlertFilter,
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alert a
    where ${inScope(scope, { org: 'a.org_id' })}
      and ${isOpen === undefined ? sql`true` : isOpen ? sql`a.closed_at is null` : sql`a.closed_at is not null`}
      and ${codes ? sql`a.code = any(${codes})` : sql`true`} and ${orgId ? sql`a.org_id = ${orgId}` : sql`true`}
    order by ${isOpen ? sql`a.opened_at` : sql`a.opened_at desc`}, a.id limit ${limit}
  `.execute(db)
  return rows
}

/** The newest alert of each of these subjects. Callers must check the scope. */
export async function listNewestOf(db: Db, code: string, kind: string, ids: readonly string[]): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select distinct on (a.subject_id) ${columns} from alert a
    where a.code = ${code} and a.subject_kind = ${kind} and a.subject_id = any(${ids}::uuid[])
    order by a.subject_id, a.opened_at desc, a.id desc
  `.execute(db)
  return rows
}

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from alert where org_id = any(${orgIds}::uuid[])
  `.execute(db)
  return rows[0]!.count
}

export const moveToOrg = (db: Db, from: string, to: string) =>
  sql`update alert set org_id = ${to} where org_id = ${from}`.execute(db)
