import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { AskMode, CoverKind, CoverSource, CoverStatus, CreditKind } from '../contract.ts'

export interface SeedRequest {
  id: string
  termId: string
  kind: CoverKind
  source: CoverSource
  /** Encrypted, in hexadecimal. */
  reason: string | null
  askMode: AskMode
  status: CoverStatus
  memberId: string
  /** Null: she applied herself. */
  appliedById: string | null
  awayRef: string | null
  isBackfilled: boolean
  /** Encrypted, in hexadecimal. */
  note: string | null
  createdAt: Date
  effectiveAt: Date | null
}

/** With the lesson as it was. */
export interface SeedLeg {
  id: string
  requestId: string
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
  to: { day: string; periodId: string; begins: string; ends: string } | null
  before: object
  previousId: string | null
  chainNo: number
  credit: number
  creditKind: CreditKind | null
  state: 'pending' | 'current' | 'ended'
  completedAt: Date | null
}

export interface SeedAsk {
  requestId: string
  memberId: string
  answer: 'waiting' | 'yes' | 'no' | 'late'
  /** Encrypted, in hexadecimal. */
  note: string | null
  askedAt: Date
  answeredAt: Date | null
}

export interface SeedRows {
  requests: readonly SeedRequest[]
  legs: readonly SeedLeg[]
  asks: readonly SeedAsk[]
}

/** Covers as if they had been asked for and given. The away source of seeded covers is the leave application. */
export async function insertSeedRows(db: Db, orgId: string, { requests, legs, asks }: SeedRows): Promise<void> {
  await sql`
    insert into cover_request (id, org_id, term_id, kind, source, reason, ask_mode, status, member_id, person_id, applied_by,
      away_source, away_ref, is_backfilled, note, created_at, updated_at, effective_at)
    select r.id, ${orgId}, r."termId", r.kind, r.source, decode(r.reason, 'hex'), r."askMode", r.status, m.id, m.person_id,
      coalesce(a.person_id, m.person_id), case when r."awayRef" is not null then 'teacher-leave' end, r."awayRef",
      r."isBackfilled", decode(r.note, 'hex'), r."createdAt", coalesce(r."effectiveAt", r."createdAt"), r."effectiveAt"
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r (id uuid, "termId" uuid, kind text, source text,
      reason text, "askMode" text, status text, "memberId" uuid, "appliedById" uuid, "awayRef" uuid, "isBackfilled" boolean,
      note text, "createdAt" timestamptz, "effectiveAt" timestamptz)
    join v_membership m on m.id = r."memberId" left join v_membership a on a.id = r."appliedById"
  `.execute(db)
  // A leg comes after the one that it continues.
  const rows = legs
    .toSorted((one, other) => one.chainNo - other.chainNo)
    .map(({ to, ...leg }) => ({
      ...leg,
      toDay: to?.day ?? null,
      toPeriodId: to?.periodId ?? null,
      toBegins: to?.begins ?? null,
      toEnds: to?.ends ?? null,
    }))
  await sql`
    insert into cover_leg (id, request_id, org_id, lesson_id, group_id, class_id, grade_id, subject_id, day_on, period_id, begins,
      ends, from_id, to_id, to_day_on, to_period_id, to_begins, to_ends, before, previous_id, chain_no, credit, credit_kind,
      state, completed_at)
    select l.id, l."requestId", ${orgId}, l."lessonId", l."groupId", l."classId", l."gradeId", l."subjectId", l.day,
      l."periodId", l.begins, l.ends, l."fromId", l."toId", l."toDay", l."toPeriodId", l."toBegins", l."toEnds", l.before,
      l."previousId", l."chainNo", l.credit, l."creditKind", l.state, l."completedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (id uuid, "requestId" uuid, "lessonId" uuid, "groupId" uuid,
      "classId" uuid, "gradeId" uuid, "subjectId" uuid, day date, "periodId" uuid, begins time, ends time, "fromId" uuid,
      "toId" uuid, "toDay" date, "toPeriodId" uuid, "toBegins" time, "toEnds" time, before jsonb, "previousId" uuid,
      "chainNo" smallint, credit int, "creditKind" text, state text, "completedAt" timestamptz)
  `.execute(db)
  await sql`
    insert into cover_ask (request_id, member_id, person_id, answer, note, asked_at, answered_at)
    select a."requestId", m.id, m.person_id, a.answer, decode(a.note, 'hex'), a."askedAt", a."answeredAt"
    from jsonb_to_recordset(${JSON.stringify(asks)}::jsonb) as a ("requestId" uuid, "memberId" uuid, answer text, note text,
      "askedAt" timestamptz, "answeredAt" timestamptz)
    join v_membership m on m.id = a."memberId"
  `.execute(db)
}

/** A lesson of a school with its group: what a leg is made of. */
export interface SeedLesson {
  id: string
  groupId: string
  classId: string | null
  gradeId: string
  subjectId: string
  subjectName: string
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: string[]
  status: 'planned' | 'changed' | 'cancelled'
  remark: string
}

/** The lessons of a school on some days that have one teacher. */
export async function listSeedLessons(db: Db, orgId: string, from: string, to: string): Promise<SeedLesson[]> {
  const { rows } = await sql<SeedLesson>`
    select l.id, l.group_id as "groupId", g.class_id as "classId", g.grade_id as "gradeId", g.subject_id as "subjectId",
      s.name as "subjectName", l.day_on as day, l.period_id as "periodId", to_char(l.begins, 'HH24:MI') as begins,
      to_char(l.ends, 'HH24:MI') as ends, l.room_id as "roomId", l.teacher_ids as "teacherIds", l.status, l.remark
    from v_lesson l join v_teaching_group g on g.id = l.group_id join v_subject s on s.id = g.subject_id
    where l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date and cardinality(l.teacher_ids) = 1
    order by l.day_on, l.begins, l.id
  `.execute(db)
  return rows
}

export async function listMemberNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, p.name from v_membership m join v_person p on p.id = m.person_id where m.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
