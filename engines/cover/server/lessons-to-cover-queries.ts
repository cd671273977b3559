import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Lessons that these members give, or gave before somebody took them. */
export async function listLessonIds(
  db: Db,
  { orgId, userIds, from, to }: { orgId: string; userIds: readonly string[]; from: string; to: string },
): Promise<{ userId: string; id: string }[]> {
  const { rows } = await sql<{ userId: string; id: string }>`
    select u.id as "userId", l.id from unnest(${userIds}::uuid[]) as u (id)
    join v_lesson l on l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date
      and (l.teacher_ids @> array[u.id] or exists (select from cover_leg c where c.lesson_id = l.id and c.from_id = u.id
        and c.state = 'current'))
    order by l.day_on, l.begins, l.id
  `.execute(db)
  return rows
}
