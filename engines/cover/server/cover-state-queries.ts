import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { CoverKind, CoverStatus } from '../contract.ts'

/** What is being done about a lesson. */
export interface OpenLeg {
  lessonId: string
  /** pending: asked for · current: in force. */
  state: 'pending' | 'current'
  requestId: string
  requestStatus: CoverStatus
  kind: CoverKind
  /** Whose lesson the request is about. */
  fromId: string | null
  /** Who is asked, or who gives it. */
  toNames: string[]
}

/** The open request and the one in force of each of these lessons. */
export async function listOpenLegs(db: Db, lessonIds: readonly string[]): Promise<OpenLeg[]> {
  const { rows } = await sql<OpenLeg>`
    select l.lesson_id as "lessonId", l.state, r.id as "requestId", r.status as "requestStatus", r.kind,
      l.from_id as "fromId",
      case when l.to_id is not null then array[p.name] else array(
        select n.name from cover_ask as a join v_person as n on n.id = a.person_id
        where a.request_id = r.id and a.answer in ('waiting', 'yes') and r.ask_mode in ('one', 'several')
        order by a.asked_at, n.name) end as "toNames"
    from cover_leg as l join cover_request as r on r.id = l.request_id
    left join v_membership as m on m.id = l.to_id left join v_person as p on p.id = m.person_id
    where l.lesson_id = any(${lessonIds}::uuid[]) and l.state in ('pending', 'current')
  `.execute(db)
  return rows
}

/** A lesson that somebody had and somebody else gives now, or that is at another time. */
export interface LostLesson {
  memberId: string
  lessonId: string
  day: string
  periodId: string
  begins: string
  ends: string
}

/** What these members would have given on these days: of a chain of covers every one before the last. */
export async function listLostLessons(
  db: Db,
  { orgId, userIds, from, to }: { orgId: string; userIds: readonly string[]; from: string; to: string },
): Promise<LostLesson[]> {
  const { rows } = await sql<LostLesson>`
    select distinct on (l.from_id, l.lesson_id) l.from_id as "memberId", l.lesson_id as "lessonId", l.day_on as day,
      l.period_id as "periodId", to_char(l.begins, 'HH24:MI') as begins, to_char(l.ends, 'HH24:MI') as ends
    from cover_leg as l join cover_request as r on r.id = l.request_id
    where l.org_id = ${orgId} and l.from_id = any(${userIds}::uuid[])
      and l.day_on between ${from}::date and ${to}::date
      and (l.state = 'current' or (r.status = 'superseded'
        and exists (select from cover_leg as c where c.lesson_id = l.lesson_id and c.state = 'current')))
    order by l.from_id, l.lesson_id, l.chain_no
  `.execute(db)
  return rows
}

/** The lessons of a school for which a request is open on a day. */
export async function listRequestedLessons(db: Db, orgId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ lessonId: string }>`
    select lesson_id as "lessonId" from cover_leg
    where org_id = ${orgId} and day_on = ${day}::date and state = 'pending'
  `.execute(db)
  return rows.map(({ lessonId }) => lessonId)
}

export interface DoubtfulLeg {
  requestId: string
  lessonId: string
  day: string
  fromName: string
  toName: string
}

/** Covers in force whose absence ended, and of which nothing has begun: the office may still cancel them. */
export async function listDoubtfulLegs(db: Db, orgId: string, now: Date): Promise<DoubtfulLeg[]> {
  const nameOf = (id: 'from_id' | 'to_id') => sql`coalesce((select p.name from v_membership as m
    join v_person as p on p.id = m.person_id where m.id = ${sql.ref(`l.${id}`)}), '')`
  const { rows } = await sql<DoubtfulLeg>`
    select r.id as "requestId", l.lesson_id as "lessonId", l.day_on as day, ${nameOf('from_id')} as "fromName",
      ${nameOf('to_id')} as "toName"
    from cover_leg as l join cover_request as r on r.id = l.request_id
    where l.org_id = ${orgId} and l.day_on >= (${now}::timestamptz at time zone 'Asia/Shanghai')::date
      and l.state = 'current' and r.is_in_doubt and r.status = 'effective'
      and not exists (select from cover_leg as b where b.request_id = r.id
        and least((b.day_on + b.begins) at time zone 'Asia/Shanghai',
          (b.to_day_on + b.to_begins) at time zone 'Asia/Shanghai') <= ${now})
    order by l.day_on, l.begins, l.id
  `.execute(db)
  return rows
}
