import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'
import type { LessonBefore } from '#engines/timetable/server/api.ts'
import type { AskMode, CoverKind, CoverSource, CoverStatus, CreditKind } from '../contract.ts'

export interface RequestRow {
  id: string
  orgId: string
  orgPath: string
  termId: string
  kind: CoverKind
  source: CoverSource
  reason: Buffer | null
  askMode: AskMode
  status: CoverStatus
  memberId: string
  personId: string
  /** The person who applied. */
  appliedBy: string
  awaySource: string | null
  awayRef: string | null
  isBackfilled: boolean
  isInDoubt: boolean
  /** Encrypted, as the reason. */
  note: Buffer | null
  createdAt: Date
  /** Of the member. */
  name: string
}

export interface LegRow {
  id: string
  requestId: string
  orgId: string
  lessonId: string
  groupId: string
  classId: string | null
  gradeId: string
  subjectId: string
  day: string
  periodId: string
  begins: string
  ends: string
  fromId: string | null
  toId: string | null
  toDay: string | null
  toPeriodId: string | null
  toBegins: string | null
  toEnds: string | null
  before: LessonBefore
  previousId: string | null
  chainNo: number
  credit: number
  creditKind: CreditKind | null
  state: 'pending' | 'current' | 'ended'
  completedAt: Date | null
}

export interface AskRow {
  requestId: string
  memberId: string
  personId: string
  answer: 'waiting' | 'yes' | 'no' | 'late'
  /** Encrypted. */
  note: Buffer | null
  askedAt: Date
  answeredAt: Date | null
  name: string
}

export async function listRequests(db: Db, where: RawBuilder<unknown>, lock = false): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select r.id, r.org_id as "orgId", o.path::text as "orgPath", r.term_id as "termId", r.kind, r.source, r.reason,
      r.ask_mode as "askMode", r.status, r.member_id as "memberId", r.person_id as "personId", r.applied_by as "appliedBy",
      r.away_source as "awaySource", r.away_ref as "awayRef", r.is_backfilled as "isBackfilled",
      r.is_in_doubt as "isInDoubt", r.note, r.created_at as "createdAt", p.name
    from cover_request r join v_org o on o.id = r.org_id join v_person p on p.id = r.person_id
    where ${where} order by r.id ${lock ? sql`for update of r` : sql``}
  `.execute(db)
  return rows
}

export const ofIds = (ids: readonly string[]) => sql`r.id = any(${[...new Set(ids)]}::uuid[])`
const clock = (column: string) => sql`to_char(${sql.ref(column)}, 'HH24:MI')`

export async function listLegs(db: Db, where: RawBuilder<unknown>): Promise<LegRow[]> {
  const { rows } = await sql<LegRow>`
    select l.id, l.request_id as "requestId", l.org_id as "orgId", l.lesson_id as "lessonId", l.group_id as "groupId",
      l.class_id as "classId", l.grade_id as "gradeId", l.subject_id as "subjectId", l.day_on as day,
      l.period_id as "periodId", ${clock('l.begins')} as begins, ${clock('l.ends')} as ends, l.from_id as "fromId",
      l.to_id as "toId", l.to_day_on as "toDay", l.to_period_id as "toPeriodId", ${clock('l.to_begins')} as "toBegins",
      ${clock('l.to_ends')} as "toEnds", l.before, l.previous_id as "previousId", l.chain_no as "chainNo", l.credit,
      l.credit_kind as "creditKind", l.state, l.completed_at as "completedAt"
    from cover_leg l where ${where} order by l.day_on, l.begins, l.id
  `.execute(db)
  return rows
}

export const listLegsOf = (db: Db, requestIds: readonly string[]) =>
  listLegs(db, sql`l.request_id = any(${requestIds}::uuid[])`)

/** What is asked for or in force about these lessons. */
export const listOpenLegsOfLessons = (db: Db, lessonIds: readonly string[]) =>
  listLegs(db, sql`l.lesson_id = any(${lessonIds}::uuid[]) and l.state in ('pending', 'current')`)

export async function listAsksOf(db: Db, requestIds: readonly string[]): Promise<AskRow[]> {
  const { rows } = await sql<AskRow>`
    select a.request_id as "requestId", a.member_id as "memberId", a.person_id as "personId", a.answer, a.note,
      a.asked_at as "askedAt", a.answered_at as "answeredAt", p.name
    from cover_ask a join v_person p on p.id = a.person_id
    where a.request_id = any(${requestIds}::uuid[]) order by a.asked_at, p.name, a.member_id
  `.execute(db)
  return rows
}

/** One act on a lesson after the other, in one order, so that two acts on several lessons cannot wait for each other. */
export const lockLessons = (db: Db, lessonIds: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock(hashtextextended('cover of lesson ' || id, 0))
    from (select distinct id::text as id from unnest(${lessonIds}::uuid[]) as u (id) order by 1) as lessons
  `.execute(db)

export interface NewRequest extends Pick<
  RequestRow,
  | 'id'
  | 'orgId'
  | 'termId'
  | 'kind'
  | 'source'
  | 'reason'
  | 'askMode'
  | 'status'
  | 'memberId'
  | 'personId'
  | 'appliedBy'
  | 'awaySource'
  | 'awayRef'
  | 'isBackfilled'
> {
  legs: readonly NewLeg[]
  /** Members who are asked. */
  asks: readonly { memberId: string; personId: string }[]
}
export type NewLeg = Omit<LegRow, 'requestId' | 'orgId' | 'completedAt'>

export async function insertRequests(db: Db, requests: readonly NewRequest[], now: Date) {
  await db
    .insertInto('cover_request')
    .values(
      requests.map((one) => ({
        id: one.id,
        org_id: one.orgId,
        term_id: one.termId,
        kind: one.kind,
        source: one.source,
        reason: one.reason,
        ask_mode: one.askMode,
        status: one.status,
        member_id: one.memberId,
        person_id: one.personId,
        applied_by: one.appliedBy,
        away_source: one.awaySource,
        away_ref: one.awayRef,
        is_backfilled: one.isBackfilled,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('cover_leg')
    .values(
      requests.flatMap(({ id, orgId, legs }) =>
        legs.map((leg) => ({
          id: leg.id,
          request_id: id,
          org_id: orgId,
          lesson_id: leg.lessonId,
          group_id: leg.groupId,
          class_id: leg.classId,
          grade_id: leg.gradeId,
          subject_id: leg.subjectId,
          day_on: leg.day,
          period_id: leg.periodId,
          begins: leg.begins,
          ends: leg.ends,
          from_id: leg.fromId,
          to_id: leg.toId,
          to_day_on: leg.toDay,
          to_period_id: leg.toPeriodId,
          to_begins: leg.toBegins,
          to_ends: leg.toEnds,
          before: JSON.stringify(leg.before),
          previous_id: leg.previousId,
          chain_no: leg.chainNo,
          credit: leg.credit,
          credit_kind: leg.creditKind,
          state: leg.state,
        })),
      ),
    )
    .execute()
  await insertAsks(
    db,
    requests.flatMap(({ id, asks }) => asks.map((one) => ({ ...one, requestId: id }))),
    now,
  )
}

export async function insertAsks(
  db: Db,
  asks: readonly { requestId: string; memberId: string; personId: string }[],
  now: Date,
) {
  await sql`
    insert into cover_ask (request_id, member_id, person_id, asked_at)
    select a.*, ${now} from unnest(${asks.map(({ requestId }) => requestId)}::uuid[],
      ${asks.map(({ memberId }) => memberId)}::uuid[], ${asks.map(({ personId }) => personId)}::uuid[]) as a
  `.execute(db)
}

export type RequestChange = Partial<{
  kind: CoverKind
  source: CoverSource
  ask_mode: AskMode
  status: CoverStatus
  /** Of a new state the note is empty. */
  note: null
  is_in_doubt: boolean
  effective_at: Date | null
  away_ref: string
}>

export async function updateRequests(db: Db, ids: readonly string[], change: RequestChange, now: Date) {
  if (ids.length === 0) return
  await db
    .updateTable('cover_request')
    .set({ ...change, updated_at: now })
    .where('id', 'in', ids)
    .execute()
}

/** What becomes of legs, many at once; what is left out stays. */
export interface LegChange {
  id: string
  state?: LegRow['state']
  lessonId?: string
  toId?: string | null
  /** All four, or none. */
  toDay?: string | null
  toPeriodId?: string | null
  toBegins?: string | null
  toEnds?: string | null
  before?: LessonBefore
  previousId?: string | null
  chainNo?: number
  credit?: number
  creditKind?: CreditKind | null
}

/** A leg that leaves a state goes first, because of a lesson only one is in each. */
export async function updateLegs(db: Db, changes: readonly LegChange[]) {
  if (changes.length === 0) return
  await sql`
    update cover_leg l set
      state = coalesce(n.change->>'state', l.state),
      lesson_id = coalesce((n.change->>'lessonId')::uuid, l.lesson_id),
      to_id = case when n.change ? 'toId' then (n.change->>'toId')::uuid else l.to_id end,
      to_day_on = case when n.change ? 'toDay' then (n.change->>'toDay')::date else l.to_day_on end,
      to_period_id = case when n.change ? 'toDay' then (n.change->>'toPeriodId')::uuid else l.to_period_id end,
      to_begins = case when n.change ? 'toDay' then (n.change->>'toBegins')::time else l.to_begins end,
      to_ends = case when n.change ? 'toDay' then (n.change->>'toEnds')::time else l.to_ends end,
      before = coalesce(n.change->'before', l.before),
      previous_id = case when n.change ? 'previousId' then (n.change->>'previousId')::uuid else l.previous_id end,
      chain_no = coalesce((n.change->>'chainNo')::smallint, l.chain_no),
      credit = coalesce((n.change->>'credit')::int, l.credit),
      credit_kind = case when n.change ? 'creditKind' then n.change->>'creditKind' else l.credit_kind end
    from (select value as change from jsonb_array_elements(${JSON.stringify(changes)}::jsonb)) as n
    where l.id = (n.change->>'id')::uuid
  `.execute(db)
}

/** Encrypted notes, one a request in their order. */
export const updateNotes = (db: Db, ids: readonly string[], notes: readonly (Buffer | null)[]) =>
  sql`
    update cover_request r set note = n.note
    from unnest(${ids}::uuid[], ${notes}::bytea[]) as n (id, note) where r.id = n.id
  `.execute(db)

export const updateReason = (db: Db, id: string, reason: Buffer | null) =>
  sql`update cover_request set reason = ${reason} where id = ${id}`.execute(db)

/** The same answer of somebody to several requests, each with its encrypted note. */
export const updateAnswers = (
  db: Db,
  { requestIds, memberId }: { requestIds: readonly string[]; memberId: string },
  { answer, notes }: { answer: 'yes' | 'no'; notes: readonly (Buffer | null)[] },
  now: Date,
) =>
  sql`
    update cover_ask a set answer = ${answer}, note = n.note, answered_at = ${now}
    from unnest(${requestIds}::uuid[], ${notes}::bytea[]) as n (id, note)
    where a.request_id = n.id and a.member_id = ${memberId}
  `.execute(db)

/** Whoever has not answered needs not any more. */
export const closeAsks = (db: Db, requestIds: readonly string[], now: Date) =>
  sql`
    update cover_ask set answer = 'late', answered_at = ${now}
    where request_id = any(${requestIds}::uuid[]) and answer = 'waiting'
  `.execute(db)
