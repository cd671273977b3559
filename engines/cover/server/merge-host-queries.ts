import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface MergedLessons {
  lessonId: string
  /** The lesson of the colleague that the class would join. */
  hostId: string
}

export interface MergeHostRow extends MergedLessons {
  classId: string | null
  groupName: string
  subjectName: string
  /** Of the room of the host; null: not known. */
  seats: number | null
  /** Of both together. */
  pupils: number
}

/** Where the pupils of two lessons would sit, with their number on the day. */
export async function listMergeHosts(db: Db, pairs: readonly MergedLessons[]): Promise<MergeHostRow[]> {
  const isOn = sql`begins_on <= n.day_on and (over_on is null or over_on > n.day_on)`
  const { rows } = await sql<MergeHostRow>`
    with pair as (
      select lesson_id, host_id
      from unnest(${pairs.map(({ lessonId }) => lessonId)}::uuid[], ${pairs.map(({ hostId }) => hostId)}::uuid[])
        as p (lesson_id, host_id)
    ),
    given as materialized (
      select l.id, l.group_id, l.day_on, l.room_id, g.class_id, g.name, s.name as subject_name
      from v_lesson l join v_teaching_group g on g.id = l.group_id join v_subject s on s.id = g.subject_id
      where l.id in (select lesson_id from pair union select host_id from pair)
    ),
    counted as materialized (
      select n.group_id, n.day_on, case when n.class_id is null
        then (select count(*) from v_group_member where group_id = n.group_id and ${isOn})
        else (select count(*) from v_enrolment where class_id = n.class_id and status = 'studying' and ${isOn}) end as pupils
      from (select distinct group_id, day_on, class_id from given) as n
    )
    select p.lesson_id as "lessonId", p.host_id as "hostId", h.class_id as "classId", h.name as "groupName",
      h.subject_name as "subjectName", r.capacity as seats, (a.pupils + b.pupils)::int as pupils
    from pair p join given h on h.id = p.host_id join given l on l.id = p.lesson_id
    join counted a on a.group_id = h.group_id and a.day_on = h.day_on
    join counted b on b.group_id = l.group_id and b.day_on = l.day_on
    left join v_class c on c.id = h.class_id left join v_room r on r.id = coalesce(h.room_id, c.room_id)
  `.execute(db)
  return rows
}
