import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface MergedLesson {
  id: string
  /** The lesson that this one joins (合班): its pupils are called up there. */
  hostId: string | null
  /** The lessons that join this one. */
  joinedIds: string[]
}

const isTogether = sql`o.org_id = l.org_id and o.day_on = l.day_on and o.begins < l.ends and o.ends > l.begins
  and o.status <> 'cancelled' and o.id <> l.id and o.teacher_ids && l.teacher_ids`

/** Which of these lessons are held together with others. */
export async function listMergedLessons(db: Db, ids: readonly string[]): Promise<Map<string, MergedLesson>> {
  const { rows } = await sql<MergedLesson>`
    select l.id,
      case when l.shares_duty then (
        select o.id from v_lesson o where ${isTogether} and not o.shares_duty order by o.begins, o.id limit 1
      ) end as "hostId",
      case when l.shares_duty or l.status = 'cancelled' then '{}' else array(
        select o.id from v_lesson o where ${isTogether} and o.shares_duty order by o.begins, o.id
      ) end as "joinedIds"
    from v_lesson l where l.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The lesson that has taken the place of another one when the timetable was written anew. */
export async function findLessonAt(
  db: Db,
  { groupId, day, periodId }: { groupId: string; day: string; periodId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select l.id from v_lesson l
    where l.group_id = ${groupId} and l.day_on = ${day}::date and l.period_id = ${periodId} and l.status <> 'cancelled'
    order by l.id limit 1
  `.execute(db)
  return rows[0]?.id
}
