import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface HeldCover {
  requestId: string
  orgId: string
  memberId: string
  day: string
  begins: string
  classId: string | null
  groupName: string
  subjectName: string
  /** current: she gives it · pending: she said yes · asked: she has not answered yet. */
  part: 'current' | 'pending' | 'asked'
}

/**
 * What these members are to give for somebody else, or are asked to, in lessons that have not begun. Exchanges and moves
 * are their own lessons.
 */
export async function listHeldCovers(db: Db, memberIds: readonly string[], now: Date): Promise<HeldCover[]> {
  const ahead = sql`(l.day_on + l.begins) at time zone 'Asia/Shanghai' > ${now}`
  const facts = sql`l.org_id as "orgId", l.day_on as day, to_char(l.begins, 'HH24:MI') as begins, l.class_id as "classId",
    g.name as "groupName", s.name as "subjectName"`
  const sources = sql`cover_leg l join cover_request r on r.id = l.request_id join v_teaching_group g on g.id = l.group_id
    join v_subject s on s.id = l.subject_id`
  const { rows } = await sql<HeldCover>`
    select r.id as "requestId", ${facts}, l.to_id as "memberId", l.state as part
    from ${sources}
    where l.to_id = any(${memberIds}::uuid[]) and r.kind in ('substitute', 'supervise', 'merge') and ${ahead}
      and (l.state = 'current' and r.status = 'effective' or l.state = 'pending' and r.status in ('agreed', 'auditing'))
    union all
    select r.id, ${facts}, a.member_id, 'asked'
    from ${sources} join cover_ask a on a.request_id = r.id
    where a.member_id = any(${memberIds}::uuid[]) and a.answer = 'waiting' and r.status = 'asking' and l.state = 'pending' and ${ahead}
    order by day, begins, "requestId"
  `.execute(db)
  return rows
}

export interface LegBefore {
  id: string
  lessonId: string
  before: unknown
}

/** Locks a request, and returns its legs that are not over. */
export async function lockLegs(db: Db, requestId: string): Promise<LegBefore[]> {
  await sql`select from cover_request where id = ${requestId} for update`.execute(db)
  const { rows } = await sql<LegBefore>`
    select id, lesson_id as "lessonId", before from cover_leg where request_id = ${requestId} and state <> 'ended' order by id
  `.execute(db)
  return rows
}

/** The request waits for the office again. A lesson for which somebody else is asked already is not asked for twice. */
export async function reopenRequest(db: Db, requestId: string, now: Date): Promise<void> {
  await sql`
    update cover_leg l set to_id = null, state = case when exists (
      select from cover_leg k where k.lesson_id = l.lesson_id and k.state = 'pending' and k.id <> l.id)
      then 'ended' else 'pending' end
    where l.request_id = ${requestId} and l.state <> 'ended'
  `.execute(db)
  await sql`
    update cover_request r set updated_at = ${now}, effective_at = null, ask_mode = 'office', status = case when exists (
      select from cover_leg l where l.request_id = r.id and l.state = 'pending') then 'open' else 'cancelled' end
    where r.id = ${requestId}
  `.execute(db)
}

export const setTeacherOfLegs = (db: Db, requestId: string, memberId: string) =>
  sql`update cover_leg set to_id = ${memberId} where request_id = ${requestId} and state <> 'ended'`.execute(db)

/** Whoever leaves answers no. Returns how many are still asked. */
export async function declineAsk(
  db: Db,
  { requestId, memberId }: { requestId: string; memberId: string },
  now: Date,
): Promise<number> {
  await sql`
    update cover_ask set answer = 'no', note = '已离岗', answered_at = ${now}
    where request_id = ${requestId} and member_id = ${memberId} and answer = 'waiting'
  `.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cover_ask where request_id = ${requestId} and answer = 'waiting'
  `.execute(db)
  return rows[0]!.count
}

export const insertAsk = (
  db: Db,
  { requestId, memberId, personId }: { requestId: string; memberId: string; personId: string },
  now: Date,
) =>
  sql`
    insert into cover_ask (request_id, member_id, person_id, asked_at) values (${requestId}, ${memberId}, ${personId}, ${now})
    on conflict do nothing
  `.execute(db)
