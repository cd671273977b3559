import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The classes of one school that somebody leads or teaches on a day. */
export async function listOwnClasses(db: Db, { userId, orgId, day }: { userId: string; orgId: string; day: string }) {
  const { rows } = await sql<{ id: string; isLed: boolean }>`
    select s.class_id as id, bool_or(s.role in ('head', 'vice')) as "isLed"
    from v_class_staff s join v_class c on c.id = s.class_id
    where s.user_id = ${userId} and c.org_id = ${orgId} and s.role <> 'grade-head' and s.begins_on <= ${day}::date
      and (s.over_on is null or s.over_on > ${day}::date)
    group by s.class_id
  `.execute(db)
  return new Map(rows.map(({ id, isLed }) => [id, isLed]))
}
