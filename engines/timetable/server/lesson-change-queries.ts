import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { named, namedColumns, type LessonRow } from './lesson-queries.ts'

export interface ChangeableLesson extends LessonRow {
  updatedAt: Date
  changedBy: string | null
  termId: string
  /** Another class joins this lesson. */
  isJoined: boolean
}

const hasTime = sql`l.day_on = c.day_on and l.begins < c.ends and l.ends > c.begins`

const isStudying = sql`e.status = 'studying' and e.begins_on <= k.day_on and (e.over_on is null or e.over_on > k.day_on)`

/** These lessons of a school with all that a change needs to know. */
export async function listLessonsToChange(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, ChangeableLesson>> {
  const { rows } = await sql<ChangeableLesson>`
    select ${namedColumns}, l.updated_at as "updatedAt", l.changed_by as "changedBy", t.term_id as "termId",
      exists (select from lesson as c where c.org_id = l.org_id and ${hasTime} and c.shares_duty
        and c.status <> 'cancelled' and c.id <> l.id and not l.shares_duty and c.teacher_ids && l.teacher_ids) as "isJoined"
    from ${named} join timetable as t on t.id = l.timetable_id
    where l.org_id = ${orgId} and l.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A lesson as it will be. Those of one batch change together; batches know nothing of each other. */
export interface LessonPlace {
  batch: number
  lessonId: string
  groupId: string
  day: string
  begins: string
  ends: string
  roomId: string | null
  /** A cancelled lesson leaves its time. */
  isHeld: boolean
  /** Whether the time, or only the room, is new. */
  isTimeNew: boolean
  isRoomNew: boolean
}

export interface Collision {
  /** The position in the list. */
  at: number
  /** A lesson of the same class or group at that time. */
  classLessonId: string | null
  /** How many pupils have another lesson then. */
  pupils: number
  /** A lesson that has the room. */
  roomLessonId: string | null
}

const toColumns = (placed: readonly LessonPlace[]) => sql`
  ${placed.map((_, at) => at)}::int[], ${placed.map(({ batch }) => batch)}::int[],
  ${placed.map(({ lessonId }) => lessonId)}::uuid[], ${placed.map(({ groupId }) => groupId)}::uuid[],
  ${placed.map(({ day }) => day)}::date[], ${placed.map(({ begins }) => begins)}::time[],
  ${placed.map(({ ends }) => ends)}::time[], ${placed.map(({ roomId }) => roomId)}::uuid[],
  ${placed.map(({ isHeld }) => isHeld)}::boolean[], ${placed.map(({ isTimeNew }) => isTimeNew)}::boolean[],
  ${placed.map(({ isRoomNew }) => isRoomNew)}::boolean[]`

/**
 * What else is at the new times: for each lesson one of its class, the number of its pupils who are in another lesson,
 * and one in its room. The pupils are those of the day.
 */
export async function listCollisions(db: Db, orgId: string, placed: readonly LessonPlace[]): Promise<Collision[]> {
  const { rows } = await sql<Collision>`
    with c as materialized (
      select p.*, g.class_id from unnest(${toColumns(placed)})
        as p (at, batch, lesson_id, group_id, day_on, begins, ends, room_id, is_held, is_time_new, is_room_new)
      join v_teaching_group as g on g.id = p.group_id
    ), there as (
      select c.at, l.id as lesson_id, l.group_id, l.room_id
      from c join lesson as l on l.org_id = ${orgId} and ${hasTime} and l.status <> 'cancelled'
      where c.is_held and (c.is_time_new or c.is_room_new)
        and not exists (select from c as own where own.batch = c.batch and own.lesson_id = l.id)
      union all
      select c.at, l.lesson_id, l.group_id, l.room_id
      from c join c as l on l.batch = c.batch and l.at <> c.at and ${hasTime} and l.is_held
      where c.is_held and (c.is_time_new or c.is_room_new)
    ), pair as materialized (
      select t.at, t.lesson_id, t.group_id, g.class_id, c.group_id as own_group_id, c.class_id as own_class_id, c.day_on,
        c.is_time_new and (t.group_id = c.group_id or g.class_id = c.class_id) as is_class,
        c.is_time_new and t.group_id <> c.group_id and (g.class_id is null or c.class_id is null) as is_mixed,
        t.room_id = c.room_id as is_room
      from there as t join c on c.at = t.at join v_teaching_group as g on g.id = t.group_id
    ), mixed as materialized (
      select group_id, class_id, day_on from pair where is_mixed
      union select own_group_id, own_class_id, day_on from pair where is_mixed
    ), pupil as materialized (
      select k.group_id, k.day_on, e.student_id
      from mixed as k join v_enrolment as e on e.class_id = k.class_id and ${isStudying}
      union all
      select k.group_id, k.day_on, m.student_id
      from mixed as k join v_group_member as m on m.group_id = k.group_id
        and m.begins_on <= k.day_on and (m.over_on is null or m.over_on > k.day_on)
      join v_enrolment as e on e.student_id = m.student_id and e.org_id = ${orgId} and ${isStudying}
    ), busy as (
      select p.at, count(distinct own.student_id)::int as pupils
      from pair as p join pupil as own on own.group_id = p.own_group_id and own.day_on = p.day_on
      join pupil as other on other.group_id = p.group_id and other.day_on = p.day_on and other.student_id = own.student_id
      where p.is_mixed group by p.at
    )
    select p.at, (array_agg(p.lesson_id order by p.lesson_id) filter (where p.is_class))[1] as "classLessonId",
      coalesce(max(b.pupils), 0) as pupils,
      (array_agg(p.lesson_id order by p.lesson_id) filter (where p.is_room))[1] as "roomLessonId"
    from pair as p left join busy as b on b.at = p.at group by p.at
  `.execute(db)
  return rows
}

/** The lessons with a duty of their own that these members give at these times. */
export async function listHosts(
  db: Db,
  orgId: string,
  asks: readonly { day: string; begins: string; ends: string; teacherIds: readonly string[] }[],
): Promise<{ at: number; lessonId: string; roomId: string | null; teacherIds: string[] }[]> {
  const { rows } = await sql<{ at: number; lessonId: string; roomId: string | null; teacherIds: string[] }>`
    select c.at, l.id as "lessonId", l.room_id as "roomId", l.teacher_ids as "teacherIds"
    from unnest(${asks.map((_, at) => at)}::int[], ${asks.map(({ day }) => day)}::date[],
        ${asks.map(({ begins }) => begins)}::time[], ${asks.map(({ ends }) => ends)}::time[],
        ${asks.map(({ teacherIds }) => `{${teacherIds.join()}}`)}::text[]) as c (at, day_on, begins, ends, teachers)
    join lesson as l on l.org_id = ${orgId} and ${hasTime} and l.status <> 'cancelled' and not l.shares_duty
      and l.teacher_ids && c.teachers::uuid[]
    order by c.at, l.begins, l.id
  `.execute(db)
  return rows
}

export interface LessonUpdate {
  id: string
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: readonly string[]
  status: string
  changedBy: string | null
  remark: string
  sharesDuty: boolean
}

/** Writes lessons; each change has a later moment than the one before, so that a reader knows that there was one. */
export async function updateLessons(db: Db, lessons: readonly LessonUpdate[], now: Date) {
  const list = <T>(of: (lesson: LessonUpdate) => T) => lessons.map(of)
  await sql`
    update lesson as l set day_on = n.day_on, period_id = n.period_id, begins = n.begins, ends = n.ends,
      room_id = n.room_id, teacher_ids = n.teachers::uuid[], status = n.status, changed_by = n.changed_by,
      remark = n.remark, shares_duty = n.shares_duty,
      updated_at = greatest(${now}::timestamptz, l.updated_at + interval '1 millisecond')
    from unnest(${list(({ id }) => id)}::uuid[], ${list(({ day }) => day)}::date[],
        ${list(({ periodId }) => periodId)}::uuid[], ${list(({ begins }) => begins)}::time[],
        ${list(({ ends }) => ends)}::time[], ${list(({ roomId }) => roomId)}::uuid[],
        ${list(({ teacherIds }) => `{${teacherIds.join()}}`)}::text[], ${list(({ status }) => status)}::text[],
        ${list(({ changedBy }) => changedBy)}::text[], ${list(({ remark }) => remark)}::text[],
        ${list(({ sharesDuty }) => sharesDuty)}::boolean[])
      as n (id, day_on, period_id, begins, ends, room_id, teachers, status, changed_by, remark, shares_duty)
    where l.id = n.id
  `.execute(db)
}

/** Whether a lesson of these days has no teacher: one who is free again may be hers. */
export async function hasLessonsWithoutTeacher(db: Db, orgId: string, days: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from lesson
    where org_id = ${orgId} and day_on = any(${days}::date[]) and teacher_ids = '{}' and status = 'planned' limit 1
  `.execute(db)
  return rows.length > 0
}
