import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'
import type { LessonStatus } from '../contract.ts'

export interface StoredLesson {
  id: string
  slotId: string | null
  timetableId: string
  groupId: string
  day: string
  /** The day for which the timetable planned it; a lesson that was moved by hand is on another one. */
  slotDay: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: string[]
  status: LessonStatus
  remark: string
  /** The class joins the lesson that its teacher gives then: she has no duty here. */
  sharesDuty: boolean
}

const columns = sql`l.id, l.slot_id as "slotId", l.timetable_id as "timetableId", l.group_id as "groupId", l.day_on as day,
  l.slot_on as "slotDay", l.period_id as "periodId", to_char(l.begins, 'HH24:MI') as begins, to_char(l.ends, 'HH24:MI') as ends, l.room_id as "roomId",
  l.teacher_ids as "teacherIds", l.status, l.remark, l.shares_duty as "sharesDuty"`

/** The lessons of a school from a day to another, in the order of the days. */
export async function listLessonsFrom(db: Db, orgId: string, from: string, to: string): Promise<StoredLesson[]> {
  const { rows } = await sql<StoredLesson>`
    select ${columns} from lesson as l
    where l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date order by l.day_on, l.begins, l.id
  `.execute(db)
  return rows
}

export async function listStoredLessons(db: Db, orgId: string, ids: readonly string[]): Promise<StoredLesson[]> {
  const { rows } = await sql<StoredLesson>`
    select ${columns} from lesson as l where l.org_id = ${orgId} and l.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

/**
 * The lessons of a term from a day on, also those after its last day, which it may have lost, and those that were
 * planned for that day or later and moved to a day before.
 */
export async function listLessonsOfTerm(db: Db, orgId: string, termId: string, from: string): Promise<StoredLesson[]> {
  const { rows } = await sql<StoredLesson>`
    select ${columns} from lesson as l join timetable as t on t.id = l.timetable_id
    where l.org_id = ${orgId} and t.term_id = ${termId} and l.day_on >= ${from}::date
    union all
    select ${columns} from lesson as l join timetable as t on t.id = l.timetable_id
    where l.org_id = ${orgId} and t.term_id = ${termId} and l.slot_on >= ${from}::date and l.slot_on <> l.day_on
      and l.day_on < ${from}::date
    order by day, begins, id
  `.execute(db)
  return rows
}

export interface LessonRow extends StoredLesson {
  orgId: string
  kind: 'class' | 'free'
  groupName: string
  classId: string | null
  gradeId: string
  subjectId: string
  subjectName: string
  roomName: string
}

export const named = sql`lesson as l join v_teaching_group as g on g.id = l.group_id join v_subject as s on s.id = g.subject_id
  left join v_room as r on r.id = l.room_id`
export const namedColumns = sql`${columns}, l.org_id as "orgId", g.kind, g.name as "groupName", g.class_id as "classId",
  g.grade_id as "gradeId", g.subject_id as "subjectId", s.name as "subjectName", coalesce(r.name, '') as "roomName"`

async function listLessons(db: Db, condition: RawBuilder<unknown>, from: string, to: string): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    select ${namedColumns} from ${named}
    where ${condition} and l.day_on between ${from}::date and ${to}::date order by l.day_on, l.begins, s.sort, l.id
  `.execute(db)
  return rows
}

/** The lessons of a member of staff at one school. */
export const listLessonsOfMember = (db: Db, orgId: string, userId: string, from: string, to: string) =>
  listLessons(db, sql`l.org_id = ${orgId} and l.teacher_ids @> array[${userId}::uuid]`, from, to)

export const listLessonsOfRoom = (db: Db, orgId: string, roomId: string, from: string, to: string) =>
  listLessons(db, sql`l.org_id = ${orgId} and l.room_id = ${roomId}`, from, to)

/** The lessons of groups on the days on which somebody belongs to them. */
async function listLessonsOfStays(db: Db, stays: RawBuilder<unknown>, from: string, to: string): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    with own as materialized (select * from (${stays}) as s (group_id, begins_on, over_on)
      where s.begins_on <= ${to}::date and (s.over_on is null or s.over_on > ${from}::date))
    select ${namedColumns} from ${named}
    where l.group_id in (select group_id from own) and l.day_on between ${from}::date and ${to}::date
      and exists (select from own where own.group_id = l.group_id and own.begins_on <= l.day_on
        and (own.over_on is null or own.over_on > l.day_on))
    order by l.day_on, l.begins, s.sort, l.id
  `.execute(db)
  return rows
}

/** The lessons of a class, and those of free groups in which one of its pupils is on the day. */
export const listLessonsOfClass = (db: Db, classId: string, from: string, to: string) =>
  listLessonsOfStays(
    db,
    sql`
      select id, '-infinity'::date, null::date from v_teaching_group where class_id = ${classId}
      union all
      select m.group_id, greatest(e.begins_on, m.begins_on), least(e.over_on, m.over_on)
      from v_enrolment as e join v_group_member as m on m.student_id = e.student_id where e.class_id = ${classId}`,
    from,
    to,
  )

/** The lessons of a pupil: of the class and of the free groups on each day. */
export const listLessonsOfPupil = (db: Db, studentId: string, from: string, to: string) =>
  listLessonsOfStays(
    db,
    sql`
      select c.id, e.begins_on, e.over_on from v_enrolment as e join v_teaching_group as c on c.class_id = e.class_id
      where e.student_id = ${studentId}
      union all
      select m.group_id, m.begins_on, m.over_on from v_group_member as m where m.student_id = ${studentId}`,
    from,
    to,
  )

/** What duties call these lessons: the class or group, and the subject. */
export async function listLessonNames(db: Db, ids: readonly string[]): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`select ${namedColumns} from ${named} where l.id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows
}

export async function listMemberNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, p.name from v_membership as m join v_person as p on p.id = m.person_id where m.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface NewLesson {
  id: string
  slotId: string
  timetableId: string
  groupId: string
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: readonly string[]
}

const rowsAtOnce = 2_000

/** Many lessons as arrays: a tenth of the time of a JSON text. The teachers of a lesson travel as one text. */
export async function insertLessons(db: Db, orgId: string, lessons: readonly NewLesson[], now: Date) {
  for (let at = 0; at < lessons.length; at += rowsAtOnce) {
    const piece = lessons.slice(at, at + rowsAtOnce)
    const list = (of: (lesson: NewLesson) => string | null) => piece.map(of)
    await sql`
      insert into lesson (id, org_id, timetable_id, slot_id, group_id, day_on, slot_on, period_id, begins, ends, room_id, teacher_ids, status, updated_at)
      select n.id, ${orgId}, n.timetable_id, n.slot_id, n.group_id, n.day_on, n.day_on, n.period_id, n.begins, n.ends, n.room_id,
        n.teachers::uuid[], 'planned', ${now}
      from unnest(${list(({ id }) => id)}::uuid[], ${list((one) => one.timetableId)}::uuid[], ${list((one) => one.slotId)}::uuid[],
        ${list((one) => one.groupId)}::uuid[], ${list((one) => one.day)}::date[], ${list((one) => one.periodId)}::uuid[],
        ${list((one) => one.begins)}::time[], ${list((one) => one.ends)}::time[], ${list((one) => one.roomId)}::uuid[],
        ${list((one) => `{${one.teacherIds.join()}}`)}::text[])
        as n (id, timetable_id, slot_id, group_id, day_on, period_id, begins, ends, room_id, teachers)
    `.execute(db)
  }
}

export async function deleteLessons(db: Db, ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += rowsAtOnce)
    await sql`delete from lesson where id = any(${ids.slice(at, at + rowsAtOnce)}::uuid[])`.execute(db)
}

/** Changes one lesson by hand: from then on publishing leaves it alone. */
export const updateLesson = (
  db: Db,
  lesson: Pick<
    StoredLesson,
    'id' | 'day' | 'periodId' | 'begins' | 'ends' | 'roomId' | 'teacherIds' | 'status' | 'remark'
  > & {
    changedBy: string
  },
  now: Date,
) =>
  sql`
    update lesson set day_on = ${lesson.day}::date, period_id = ${lesson.periodId}, begins = ${lesson.begins}::time,
      ends = ${lesson.ends}::time, room_id = ${lesson.roomId}, teacher_ids = ${lesson.teacherIds}::uuid[],
      status = ${lesson.status}, changed_by = ${lesson.changedBy}, remark = ${lesson.remark}, updated_at = ${now}
    where id = ${lesson.id}
  `.execute(db)

export async function listMemberPersons(
  db: Db,
  userIds: readonly string[],
): Promise<{ id: string; personId: string }[]> {
  const { rows } = await sql<{ id: string; personId: string }>`
    select id, person_id as "personId" from v_membership where id = any(${userIds}::uuid[]) order by id
  `.execute(db)
  return rows
}

const findOrgOf = async (db: Db, query: RawBuilder<{ orgId: string }>): Promise<string | undefined> =>
  (await query.execute(db)).rows[0]?.orgId

export const findRoomOrg = (db: Db, id: string) =>
  findOrgOf(db, sql<{ orgId: string }>`select org_id as "orgId" from v_room where id = ${id}`)

export const findMemberOrg = (db: Db, id: string) =>
  findOrgOf(db, sql<{ orgId: string }>`select org_id as "orgId" from v_membership where id = ${id}`)

export async function findClassPlace(db: Db, id: string): Promise<{ orgId: string } | undefined> {
  const { rows } = await sql<{ orgId: string }>`select org_id as "orgId" from v_class where id = ${id}`.execute(db)
  return rows[0]
}

export async function countLessonsOfTeacher(
  db: Db,
  { groupId, userId, from }: { groupId: string; userId: string; from: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lesson
    where group_id = ${groupId} and day_on >= ${from}::date and teacher_ids @> array[${userId}::uuid]
      and status <> 'cancelled'
  `.execute(db)
  return rows[0]!.count
}
