import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { ModelSlot } from './model.ts'

const columns = sql`id, group_id as "groupId", weekday, period_id as "periodId", week_rule as "weekRule", weeks,
  room_id as "roomId", teacher_ids as "teacherIds", is_locked as "isLocked"`

/** All lessons of a version. */
export async function listSlots(db: Db, timetableId: string): Promise<ModelSlot[]> {
  const { rows } = await sql<ModelSlot>`
    select ${columns} from timetable_slot where timetable_id = ${timetableId} order by id
  `.execute(db)
  return rows
}

/** The lessons that have a place, of several versions. */
export async function listPlacedSlots(
  db: Db,
  timetableIds: readonly string[],
): Promise<(ModelSlot & { timetableId: string })[]> {
  const { rows } = await sql<ModelSlot & { timetableId: string }>`
    select ${columns}, timetable_id as "timetableId" from timetable_slot
    where timetable_id = any(${timetableIds}::uuid[]) and weekday is not null
  `.execute(db)
  return rows
}

export async function findTimetableOfSlot(db: Db, slotId: string): Promise<string | undefined> {
  const { rows } = await sql<{ timetableId: string }>`
    select timetable_id as "timetableId" from timetable_slot where id = ${slotId}
  `.execute(db)
  return rows[0]?.timetableId
}

export async function insertSlots(db: Db, timetableId: string, slots: readonly ModelSlot[], now: Date) {
  if (slots.length === 0) return
  await sql`
    insert into timetable_slot (id, timetable_id, group_id, weekday, period_id, week_rule, weeks, room_id, teacher_ids, is_locked, updated_at)
    select (one ->> 'id')::uuid, ${timetableId}, (one ->> 'groupId')::uuid, (one ->> 'weekday')::smallint,
      (one ->> 'periodId')::uuid, one ->> 'weekRule',
      array(select w::smallint from jsonb_array_elements_text(one -> 'weeks') as w),
      (one ->> 'roomId')::uuid, array(select t::uuid from jsonb_array_elements_text(one -> 'teacherIds') as t),
      (one ->> 'isLocked')::boolean, ${now}
    from jsonb_array_elements(${JSON.stringify(slots)}::jsonb) as one
  `.execute(db)
}

/** Writes places, rooms and locks of these lessons. */
export async function updateSlots(db: Db, slots: readonly ModelSlot[], now: Date) {
  await sql`
    update timetable_slot as s set weekday = (one ->> 'weekday')::smallint, period_id = (one ->> 'periodId')::uuid,
      room_id = (one ->> 'roomId')::uuid, is_locked = (one ->> 'isLocked')::boolean, updated_at = ${now}
    from jsonb_array_elements(${JSON.stringify(slots)}::jsonb) as one where s.id = (one ->> 'id')::uuid
  `.execute(db)
}

export const deleteSlots = (db: Db, ids: readonly string[]) =>
  sql`delete from timetable_slot where id = any(${ids}::uuid[])`.execute(db)

interface LostPeriods {
  orgId: string
  slotIds: readonly string[]
  gradeIds: readonly string[]
  startsOn: string
  endsOn: string | null
}

/** How many lessons of drafts and published versions are in these periods, for these days and grades. */
export async function countSlotsInPeriods(db: Db, { orgId, slotIds, gradeIds, startsOn, endsOn }: LostPeriods) {
  const ofGrade = gradeIds.length === 0 ? sql`true` : sql`g.grade_id = any(${gradeIds}::uuid[])`
  const { rows } = await sql<{ slotId: string; lessons: number }>`
    select s.period_id as "slotId", count(*)::int as lessons
    from timetable_slot as s join timetable as t on t.id = s.timetable_id join v_term as e on e.id = t.term_id
    join v_teaching_group as g on g.id = s.group_id
    where t.org_id = ${orgId} and t.status <> 'archived' and s.period_id = any(${slotIds}::uuid[]) and ${ofGrade}
      and e.ends_on >= ${startsOn}::date and (${endsOn}::date is null or e.starts_on <= ${endsOn}::date)
    group by s.period_id
  `.execute(db)
  return rows
}
