import { sql } from 'kysely'
import { newId } from '#packages/core'
import type { Db } from '#packages/db'
import { consentPurposes } from '../contract.ts'
import type { FaceStatus } from './face-queries.ts'

/**
 * Locks the pupils until the transaction ends. This serialises an upload and a concurrent withdrawal of consent: the
 * later one sees the result of the earlier one.
 */
export async function lockFacePupils(db: Db, ids: readonly string[]) {
  if (ids.length > 0)
    await sql`select from student where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
}

export interface FaceQuality {
  /** The checksum of the uploaded bytes: uploading the same file again changes nothing. */
  sum: string
  width: number
  height: number
  sharpness: number
  brightness: number
}

interface NewFacePhoto {
  studentId: string
  objectKey: string
  quality: FaceQuality
  personId: string
}

/** Inserts or replaces the photo of a pupil. */
export async function saveFace(db: Db, { studentId, objectKey, quality, personId }: NewFacePhoto, now: Date) {
  await sql`
    insert into student_face (student_id, status, object_key, quality, by_person_id, uploaded_at)
    values (${studentId}, 'waiting', ${objectKey}, ${JSON.stringify(quality)}, ${personId}, ${now})
    on conflict (district_id, student_id) do update set status = 'waiting', object_key = excluded.object_key,
      quality = excluded.quality, reason = '', by_person_id = excluded.by_person_id, uploaded_at = excluded.uploaded_at,
      decided_by = null, decided_at = null, version = student_face.version + 1`.execute(db)
}

interface StoredFace {
  studentId: string
  status: FaceStatus
  objectKey: string | null
  sum: string | null
}

export async function getStoredFaces(db: Db, ids: readonly string[]): Promise<Map<string, StoredFace>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('student_face')
    .select(['student_id as studentId', 'status', 'object_key as objectKey'])
    .select(sql<string | null>`quality ->> 'sum'`.as('sum'))
    .where('student_id', 'in', ids)
    .$narrowType<{ status: FaceStatus }>()
    .execute()
  return new Map(rows.map((row) => [row.studentId, row]))
}

/** Updates only photos whose version is the one that the reviewer saw. Returns the ids of these pupils. */
export async function updateFaceDecisions(
  db: Db,
  items: readonly { studentId: string; version: number }[],
  { passes, reason, personId }: { passes: boolean; reason: string; personId: string },
  now: Date,
): Promise<string[]> {
  const status = passes ? 'passed' : 'refused'
  const { rows } = await sql<{ id: string }>`
    update student_face f set status = ${status}, reason = ${reason}, decided_by = ${personId}, decided_at = ${now},
      version = f.version + 1
    from unnest(${items.map(({ studentId }) => studentId)}::uuid[], ${items.map(({ version }) => version)}::int[]) i (id, version)
    where f.student_id = i.id and f.version = i.version and f.object_key is not null and f.status <> ${status}
    returning f.student_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the photo data; the row stays with the reason. */
export async function withdrawFaces(db: Db, ids: readonly string[], reason: string) {
  if (ids.length === 0) return
  await db
    .updateTable('student_face')
    .set({ status: 'withdrawn', object_key: null, quality: '{}', reason, version: sql<number>`version + 1` })
    .where('student_id', 'in', ids)
    .execute()
}

/** Deletes the data of old refused photos. Only the refusal stays. */
export async function clearRefusedFaces(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ objectKey: string }>`
    with old as (select student_id, object_key from student_face
      where status = 'refused' and object_key is not null and decided_at < ${before} for update)
    update student_face f set object_key = null, quality = '{}', version = f.version + 1 from old
    where f.student_id = old.student_id returning old.object_key as "objectKey"`.execute(db)
  return rows.map(({ objectKey }) => objectKey)
}

/** The object keys that a row refers to. */
export async function findKnownObjectKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('student_face').select('object_key').where('object_key', 'in', keys).execute()
  return new Set(rows.map((row) => row.object_key!))
}

/** The pupil left with a year change that can still be undone. */
const hasUndoableDeparture = (studentId: string, since: Date) => sql<boolean>`exists (
  select from student_change y join year_plan p on p.id = y.plan_id
  where y.student_id = ${sql.ref(studentId)} and y.undone_at is null and p.status = 'applied' and p.applied_at > ${since})`

/** The pupils who have left a school for good: neither enrolled again nor part of an undoable year change. */
export async function listDepartedStudents(
  db: Db,
  ids: readonly string[],
  { orgId, day, since }: { orgId: string; day: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from student s
    where s.id = any(${ids}::uuid[]) and not ${hasUndoableDeparture('s.id', since)} and not exists (
      select from enrolment p where p.student_id = s.id and p.org_id = ${orgId} and p.begins_on <= ${day}::date
        and (p.over_on is null or p.over_on > ${day}::date))
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Pupils who have left or whose consent was withdrawn, but whose photo was not removed. */
export async function listFacesWithoutConsent(
  db: Db,
  { day, since }: { day: string; since: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.student_id as id from student_face f
    left join lateral (select state from consent where student_id = f.student_id
      and purpose = ${'face' satisfies keyof typeof consentPurposes} order by created_at desc, id desc limit 1) c on true
    where f.object_key is not null and (c.state is distinct from 'agreed' or (not exists (
      select from enrolment p where p.student_id = f.student_id and (p.over_on is null or p.over_on > ${day}::date))
      and not ${hasUndoableDeparture('f.student_id', since)}))
    order by f.student_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Replaces the open orders of these pupils for the terminals of these schools. */
export async function insertTerminalOrders(
  db: Db,
  kind: 'put' | 'delete',
  to: readonly { orgId: string; studentId: string }[],
  now: Date,
) {
  if (to.length === 0) return
  const orgIds = to.map(({ orgId }) => orgId)
  const studentIds = to.map(({ studentId }) => studentId)
  await sql`
    update face_order o set state = 'replaced' from unnest(${orgIds}::uuid[], ${studentIds}::uuid[]) t (org_id, student_id)
    where o.org_id = t.org_id and o.student_id = t.student_id and o.state = 'waiting'`.execute(db)
  await sql`
    insert into face_order (id, org_id, student_id, kind, created_at)
    select id, org_id, student_id, ${kind}, ${now}
    from unnest(${to.map(() => newId())}::uuid[], ${orgIds}::uuid[], ${studentIds}::uuid[]) t (id, org_id, student_id)
  `.execute(db)
}

/**
 * The schools whose terminals may hold these faces: the current ones, and those with an upload but no later deletion.
 */
export async function listSchoolsHoldingFaces(
  db: Db,
  ids: readonly string[],
): Promise<{ orgId: string; studentId: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ orgId: string; studentId: string }>`
    select org_id as "orgId", id as "studentId" from student where id = any(${ids}::uuid[])
    union
    select org_id, student_id from (
      select distinct on (org_id, student_id) org_id, student_id, kind from face_order
      where student_id = any(${ids}::uuid[]) order by org_id, student_id, created_at desc, id desc) last
    where kind = 'put'`.execute(db)
  return rows
}

export async function listCurrentSchools(
  db: Db,
  ids: readonly string[],
): Promise<{ orgId: string; studentId: string }[]> {
  if (ids.length === 0) return []
  return db.selectFrom('student').select(['org_id as orgId', 'id as studentId']).where('id', 'in', ids).execute()
}
