import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface UnrolledLesson {
  id: string
  orgId: string
  ends: string
}

/**
 * Lessons of a day that end between two times without a submitted roll, of schools that have called rolls lately: others
 * do not work with them.
 */
export async function listUnrolledLessons(
  db: Db,
  { day, from, to }: { day: string; from: string; to: string },
): Promise<UnrolledLesson[]> {
  const { rows } = await sql<UnrolledLesson>`
    with school as materialized (
      select o.id from v_org o where exists (
        select from attendance_session s where s.org_id = o.id and s.day_on between ${day}::date - 14 and ${day}::date
          and s.state <> 'open')
    )
    select l.id, l.org_id as "orgId", to_char(l.ends, 'HH24:MI') as ends
    from school join v_lesson l on l.org_id = school.id
    where l.day_on = ${day}::date and l.ends > ${from}::time and l.ends <= ${to}::time and l.status <> 'cancelled'
      and l.teacher_ids <> '{}' and not exists (
        select from attendance_session s where s.kind = 'lesson' and s.ref = l.id and s.state <> 'open')
    order by l.org_id, l.id
  `.execute(db)
  return rows
}

/** Persons by membership. */
export async function listPersonsOf(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ userId: string; personId: string }>`
    select id as "userId", person_id as "personId" from v_membership where id = any(${userIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ userId, personId }) => [userId, personId]))
}
