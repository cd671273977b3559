import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { listLegs, type LegRow } from './request-queries.ts'

export const listLegsByIds = (db: Db, ids: readonly string[]): Promise<LegRow[]> =>
  listLegs(db, sql`l.id = any(${ids}::uuid[])`)

/** Legs that wait, of lessons that a publication wrote anew: the lesson at the same time of the same group. */
export async function listNewLessonsOf(db: Db, legIds: readonly string[]): Promise<{ id: string; lessonId: string }[]> {
  const { rows } = await sql<{ id: string; lessonId: string }>`
    select l.id, n.id as "lessonId"
    from cover_leg l join v_lesson n on n.org_id = l.org_id and n.group_id = l.group_id and n.day_on = l.day_on
      and n.period_id = l.period_id and n.begins = l.begins
    where l.id = any(${legIds}::uuid[]) and not exists (select from v_lesson o where o.id = l.lesson_id)
  `.execute(db)
  return rows
}

/** Requests of a school whose lesson is not there any more. */
export async function listRequestsWithoutLesson(db: Db, orgId: string, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.request_id as id from cover_leg l
    where l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date and l.state = 'pending'
      and not exists (select from v_lesson n where n.id = l.lesson_id)
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The legs before these, back to the first. */
export async function listChainsOf(
  db: Db,
  legIds: readonly string[],
): Promise<Map<string, { fromId: string | null; kind: string }[]>> {
  const { rows } = await sql<{ start: string; fromId: string | null; kind: string; depth: number }>`
    with recursive chain as (
      select l.id as start, l.previous_id, l.from_id, r.kind, 0 as depth
      from cover_leg l join cover_request r on r.id = l.request_id where l.id = any(${legIds}::uuid[])
      union all
      select c.start, l.previous_id, l.from_id, r.kind, c.depth + 1
      from chain c join cover_leg l on l.id = c.previous_id join cover_request r on r.id = l.request_id
      where c.depth < 20
    )
    select start, from_id as "fromId", kind, depth from chain order by start, depth desc
  `.execute(db)
  return Map.groupBy(rows, ({ start }) => start)
}
