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
