import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { LessonStatus } from '../contract.ts'

export interface LockedLesson {
  id: string
  orgId: string
  gradeId: string
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: string[]
  status: LessonStatus
  changedBy: string | null
  remark: string
  updatedAt: Date
}

export async function lockLessonRows(db: Db, orgId: string, ids: readonly string[]): Promise<LockedLesson[]> {
  const { rows } = await sql<LockedLesson>`
    select l.id, l.org_id as "orgId", g.grade_id as "gradeId", l.day_on as day, l.period_id as "periodId",
      to_char(l.begins, 'HH24:MI') as begins, to_char(l.ends, 'HH24:MI') as ends, l.room_id as "roomId",
      l.teacher_ids as "teacherIds", l.status, l.changed_by as "changedBy", l.remark, l.updated_at as "updatedAt"
    from lesson l join v_teaching_group g on g.id = l.group_id
    where l.org_id = ${orgId} and l.id = any(${ids}::uuid[]) order by l.id for update of l
  `.execute(db)
  return rows
}

export const writeLesson = (db: Db, lesson: Omit<LockedLesson, 'orgId' | 'gradeId' | 'updatedAt'>, now: Date) =>
  sql`
    update lesson set day_on = ${lesson.day}::date, period_id = ${lesson.periodId}, begins = ${lesson.begins}::time,
      ends = ${lesson.ends}::time, room_id = ${lesson.roomId}, teacher_ids = ${lesson.teacherIds}::uuid[],
      status = ${lesson.status}, changed_by = ${lesson.changedBy}, remark = ${lesson.remark}, updated_at = ${now}
    where id = ${lesson.id}
  `.execute(db)
