import { sql } from 'kysely'
import { emptyId } from '#packages/core'
import type { Db } from '#packages/db'
import type { Subject } from '../contract-subjects.ts'

export interface SubjectRow {
  id: string
  /** Null: a subject of the district. */
  orgId: string | null
  name: string
  shortName: string
  kind: Subject['kind']
  stages: number[]
  isExam: boolean
  isDisabled: boolean
  sort: number
  version: number
}

const columns = sql`id, org_id as "orgId", name, short_name as "shortName", kind, stages, is_exam as "isExam",
  is_disabled as "isDisabled", sort, version`
/** The same expression as in the unique index of names. */
const owner = sql.raw(`coalesce(org_id, '${emptyId}')`)

/** The subjects of the district, then the school's own. */
export async function listSubjectRows(db: Db, orgId: string | null): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    select ${columns} from subject where ${owner} = any(${[emptyId, orgId ?? emptyId]}::uuid[])
    order by org_id is not null, sort, name
  `.execute(db)
  return rows
}

export async function findSubject(db: Db, id: string): Promise<SubjectRow | undefined> {
  const { rows } = await sql<SubjectRow>`select ${columns} from subject where id = ${id}`.execute(db)
  return rows[0]
}

/** Adds district subjects whose name does not exist yet. */
export const insertMissingSubjects = (db: Db, subjects: readonly Omit<SubjectRow, 'orgId' | 'version'>[], now: Date) =>
  db
    .insertInto('subject')
    .values(
      subjects.map(({ shortName, isExam, isDisabled, ...subject }) => ({
        ...subject,
        short_name: shortName,
        is_exam: isExam,
        is_disabled: isDisabled,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether another subject of the district has this name. */
export async function isDistrictSubject(db: Db, name: string, id: string | null) {
  const { rows } = await sql`
    select from subject where org_id is null and name = ${name} and id is distinct from ${id}::uuid
  `.execute(db)
  return rows.length > 0
}

export const moveSubjectToEnd = (db: Db, id: string) =>
  sql`
    update subject set sort = 1 + coalesce((select max(o.sort) from subject o
      where o.org_id is not distinct from subject.org_id and o.id <> subject.id), 0)
    where id = ${id}
  `.execute(db)
