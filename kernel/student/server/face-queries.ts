import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, readSqlPage, type Db } from '#packages/db'
import { consentPurposes, type FaceState } from '../contract.ts'

type FaceConsent = 'agreed' | 'withdrawn' | 'none' | 'outdated'
export type FaceStatus = 'waiting' | 'passed' | 'refused' | 'withdrawn'

/** A pupil with the face photo, as of a day. */
export interface FaceRow {
  studentId: string
  name: string
  sex: '男' | '女' | null
  orgId: string
  classId: string | null
  seatNo: number | null
  icCard: Buffer | null
  consent: FaceConsent
  state: FaceState
  status: FaceStatus | null
  reason: string
  objectKey: string | null
  uploadedAt: Date | null
  version: number
  orderKind: 'put' | 'delete' | null
  orderState: 'waiting' | 'done' | null
}

interface FacePageFilter {
  day: string
  orgId: string
  gradeId: string | null
  classId: string | null
  state: FaceState | undefined
}

/** The latest consent counts. A consent to an older version of the text is outdated. */
const consent = sql`case when c.state is null then 'none' when c.state = 'withdrawn' then 'withdrawn'
  when c.version < ${sql.lit(consentPurposes.face.version)} then 'outdated' else 'agreed' end`
/** Existing photos stay while a new version awaits consent; without any consent no photo may be taken. */
const state = sql`case when c.state = 'withdrawn' then 'withdrawn'
  when f.status in ('waiting', 'passed', 'refused') then f.status
  when c.state is null or c.version < ${sql.lit(consentPurposes.face.version)} then 'no-consent' else 'none' end`
const ledger = sql`left join lateral (
  select state, version from consent where student_id = p.student_id and purpose = 'face'
  order by created_at desc, id desc limit 1) c on true`
/** The last order to the terminals of the school. */
const order = sql`left join lateral (
  select kind, state from face_order where student_id = p.student_id and org_id = p.org_id and state <> 'replaced'
  order by created_at desc, id desc limit 1) o on true`
const orderColumns = sql`o.kind as "orderKind", o.state as "orderState"`
const columns = sql`p.student_id as "studentId", n.name, n.sex, p.org_id as "orgId", p.class_id as "classId",
  p.seat_no as "seatNo", s.ic_card as "icCard", ${consent} as consent, ${state} as state, f.status,
  coalesce(f.reason, '') as reason, f.object_key as "objectKey", f.uploaded_at as "uploadedAt",
  coalesce(f.version, 0) as version`

/** The pupils in scope on a day, with photo and consent. */
const selectPupilsOn = (day: string, scope: Scope, joined = sql``) => sql`enrolment p
  join student s on s.id = p.student_id
  join v_person n on n.id = s.person_id
  left join v_class k on k.id = p.class_id
  left join student_face f on f.student_id = p.student_id
  ${ledger} ${joined}
  where p.begins_on <= ${day}::date and (p.over_on is null or p.over_on > ${day}::date)
    and ${inScope(scope, { org: 'p.org_id', class: 'p.class_id', day })}`

/** Pupils who attend school, not suspended ones. */
const filterPupils = (
  { day, orgId, gradeId, classId }: FacePageFilter,
  scope: Scope,
) => sql`${selectPupilsOn(day, scope)}
  and p.status = 'studying' and p.org_id = ${orgId}::uuid
  ${gradeId ? sql`and p.grade_id = ${gradeId}::uuid` : sql``}
  ${classId ? sql`and p.class_id = ${classId}::uuid` : sql``}`

/** The pupils of a school or class, by class and seat. */
export const listFacePage = (db: Db, scope: Scope, filter: FacePageFilter, page: PageQuery) =>
  readSqlPage<FaceRow>(
    db,
    {
      columns: sql`p.*, ${orderColumns}`,
      from: sql`(select ${columns}, k.stage, k.start_year, k.sort, p.student_id, p.org_id from ${filterPupils(filter, scope)}
        ${filter.state ? sql`and ${state} = ${filter.state}` : sql``}) as p`,
      joined: { as: 'p', with: order },
      orderBy: sql`p.stage, p.start_year desc, p.sort, p."seatNo", p.name, p."studentId"`,
    },
    page,
  )

/** Counts all states, whatever state the page is filtered by. */
export async function countFaces(db: Db, scope: Scope, filter: FacePageFilter): Promise<Map<FaceState, number>> {
  const { rows } = await sql<{ state: FaceState; count: number }>`
    select ${state} as state, count(*)::int as count from ${filterPupils(filter, scope)} group by 1`.execute(db)
  return new Map(rows.map((row) => [row.state, row.count]))
}

/** The faces of these pupils, as far as they are in scope on the day. */
export async function listFacesByIds(db: Db, scope: Scope, ids: readonly string[], day: string): Promise<FaceRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FaceRow>`select ${columns}, ${orderColumns}
    from ${selectPupilsOn(day, scope, order)} and p.student_id = any(${ids}::uuid[])`.execute(db)
  return rows
}

interface NumberedPupil {
  studentId: string
  name: string
  /** As hex. */
  noHash: string | null
  schoolNo: string
}

/** The pupils of a school within the scope who have one of these numbers. */
export async function findPupilsByNumbers(
  db: Db,
  scope: Scope,
  { orgId, day }: { orgId: string; day: string },
  { noHashes, schoolNos }: { noHashes: readonly Buffer[]; schoolNos: readonly string[] },
): Promise<NumberedPupil[]> {
  const { rows } = await sql<NumberedPupil>`
    select p.student_id as "studentId", n.name, encode(s.student_no_hash, 'hex') as "noHash", s.school_no as "schoolNo"
    from ${selectPupilsOn(day, scope)} and p.org_id = ${orgId}::uuid
      and (s.student_no_hash = any(${noHashes}::bytea[]) or s.school_no = any(${schoolNos}::text[]))`.execute(db)
  return rows
}

/** The photo states of these pupils. Does not check the scope: the caller must. */
export async function getFaceStates(db: Db, ids: readonly string[]): Promise<Map<string, FaceState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; state: FaceState }>`
    select p.student_id as id, ${state} as state from unnest(${ids}::uuid[]) p (student_id)
    left join student_face f on f.student_id = p.student_id ${ledger}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.state]))
}
