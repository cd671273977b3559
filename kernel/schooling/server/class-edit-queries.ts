import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface NewClass {
  id: string
  orgId: string
  gradeId: string
  name: string
  openedOn: string
  sort: number
}

/** Creates the classes whose name no open class of the grade has; returns the new ids. */
export async function insertClasses(db: Db, classes: readonly NewClass[], now: Date): Promise<string[]> {
  if (classes.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    insert into school_class (id, org_id, grade_id, name, opened_on, sort, created_at, updated_at)
    select (one ->> 'id')::uuid, (one ->> 'orgId')::uuid, (one ->> 'gradeId')::uuid, one ->> 'name',
      (one ->> 'openedOn')::date, (one ->> 'sort')::int, ${now}, ${now}
    from jsonb_array_elements(${JSON.stringify(classes)}::jsonb) as one
    on conflict (district_id, grade_id, name) where closed_on is null do nothing
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

interface EditableClassFields {
  name: string
  code: string
  profession: string
  roomId: string | null
}

export const insertClass = (
  db: Db,
  { id, orgId, gradeId, openedOn, sort, ...facts }: NewClass & EditableClassFields,
  now: Date,
) =>
  db
    .insertInto('school_class')
    .values({
      id,
      org_id: orgId,
      grade_id: gradeId,
      opened_on: openedOn,
      sort,
      ...columnsOf(facts),
      created_at: now,
      updated_at: now,
    })
    .execute()

const columnsOf = ({ name, code, profession, roomId }: EditableClassFields) => ({
  name,
  code,
  profession,
  room_id: roomId,
})

/** Updates only when the version is still the one the caller has read. */
export async function updateClass(
  db: Db,
  { id, gradeId, version, ...facts }: EditableClassFields & { id: string; gradeId: string; version: number },
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('school_class')
    .set({ grade_id: gradeId, ...columnsOf(facts), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The class's own teaching groups get the grade of the class. */
export const moveClassGroups = (db: Db, classId: string, gradeId: string, now: Date) =>
  db.updateTable('teaching_group').set({ grade_id: gradeId, updated_at: now }).where('class_id', '=', classId).execute()

export async function getLastClassSort(db: Db, gradeId: string): Promise<number> {
  const { rows } = await sql<{ sort: number | null }>`
    select max(sort) as sort from school_class where grade_id = ${gradeId}
  `.execute(db)
  return rows[0]!.sort ?? 0
}

/** Sort numbers follow the order of the ids. */
export const updateClassSort = (db: Db, ids: readonly string[], now: Date) =>
  sql`
    update school_class as c set sort = wanted.place, updated_at = ${now}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) where c.id = wanted.id
  `.execute(db)

/** Nobody can enrol a pupil in the class until the transaction ends. */
export const lockClass = (db: Db, id: string) => sql`select from school_class where id = ${id} for update`.execute(db)

/** Whether the class ever had a teaching assignment. */
export async function isTaught(db: Db, classId: string): Promise<boolean> {
  const { rows } = await sql`
    select from teaching_group as g join teaching_assignment as a on a.group_id = g.id where g.class_id = ${classId} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Deletes the class with its empty teaching groups and its class teachers. */
/** The teaching groups of a class. They are deleted with it. */
export async function listGroupIdsOfClass(db: Db, classId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from teaching_group where class_id = ${classId}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteClassRows(db: Db, id: string) {
  await sql`delete from teaching_group where class_id = ${id}`.execute(db)
  await sql`delete from class_teacher where class_id = ${id}`.execute(db)
  await sql`delete from school_class where id = ${id}`.execute(db)
}

/** Closes the class from the day on. The version stays, so that undoing a year plan restores the row exactly. */
export async function updateClassClosing(
  db: Db,
  id: string,
  closed: { on: string; successorId: string | null } | null,
) {
  const { numUpdatedRows } = await db
    .updateTable('school_class')
    .set({ closed_on: closed?.on ?? null, successor_id: closed?.successorId ?? null })
    .where('id', '=', id)
    .where('closed_on', closed ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const findRoomOfSchool = (db: Db, orgId: string, id: string) =>
  db.selectFrom('room').select('id').where('id', '=', id).where('org_id', '=', orgId).executeTakeFirst()
