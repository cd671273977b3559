import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface StoryLesson {
  id: string
  day: string
  begins: string
  classId: string
  teacher: { userId: string; personId: string; orgId: string }
}

/** The last lesson that is over of the class that somebody leads, or of any class of the school. */
export async function findStoryLesson(
  db: Db,
  { orgId, headId, today, clock }: { orgId: string; headId: string | undefined; today: string; clock: string },
): Promise<StoryLesson | undefined> {
  const { rows } = await sql<StoryLesson>`
    select l.id, l.day_on as day, to_char(l.begins, 'HH24:MI') as begins, g.class_id as "classId",
      jsonb_build_object('userId', m.id, 'personId', m.person_id, 'orgId', m.org_id) as teacher
    from v_lesson l join v_teaching_group g on g.id = l.group_id and g.class_id is not null
    join v_membership m on m.id = l.teacher_ids[1]
    where l.org_id = ${orgId} and l.status <> 'cancelled' and not l.shares_duty
      and l.day_on between ${today}::date - 14 and ${today}::date
      and (l.day_on < ${today}::date or l.ends < ${clock}::time)
    order by exists (
      select from v_class_staff s where s.class_id = g.class_id and s.user_id = ${headId ?? null} and s.role = 'head'
        and s.begins_on <= l.day_on and (s.over_on is null or s.over_on > l.day_on)) desc, l.day_on desc, l.begins desc, l.id
    limit 1
  `.execute(db)
  return rows[0]
}

/** The next day with lessons. */
export async function findNextLessonDay(db: Db, orgId: string, today: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day_on) as day from v_lesson where org_id = ${orgId} and day_on > ${today}::date and status <> 'cancelled'
  `.execute(db)
  return rows[0]?.day ?? undefined
}

/** A teacher of the school other than this one. */
export async function findAnyTeacher(db: Db, orgId: string, exceptId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select teacher_ids[1] as id from v_lesson
    where org_id = ${orgId} and teacher_ids[1] <> ${exceptId} group by 1 order by count(*), 1 limit 1
  `.execute(db)
  return rows[0]?.id
}
