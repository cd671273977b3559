import { sql } from 'kysely'
import { emptyId } from '#packages/core'
import type { Db } from '#packages/db'
import type { SubjectKind } from '../contract-time.ts'

export interface SubjectRow {
  id: string
  /** Null: a subject of the district. */
  orgId: string | null
  name: string
  shortName: string
  kind: SubjectKind
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

type SubjectFacts = Pick<SubjectRow, 'name' | 'shortName' | 'kind' | 'stages' | 'isExam' | 'isDisabled'>

const valuesOf = ({ name, shortName, kind, stages, isExam, isDisabled }: SubjectFacts) => ({
  name,
  short_name: shortName,
  kind,
  stages,
  is_exam: isExam,
  is_disabled: isDisabled,
})

interface NewSubject extends SubjectFacts {
  id: string
  sort: number
}

export const insertSubject = (db: Db, orgId: string | null, subject: NewSubject, now: Date) =>
  db
    .insertInto('subject')
    .values({
      id: subject.id,
      org_id: orgId,
      sort: subject.sort,
      created_at: now,
      updated_at: now,
      ...valuesOf(subject),
    })
    .execute()

/** Adds district subjects whose name does not exist yet. */
export const insertMissingSubjects = (db: Db, subjects: readonly NewSubject[], now: Date) =>
  db
    .insertInto('subject')
    .values(
      subjects.map((subject) => ({
        id: subject.id,
        sort: subject.sort,
        created_at: now,
        updated_at: now,
        ...valuesOf(subject),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function updateSubject(db: Db, id: string, version: number, subject: SubjectFacts, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('subject')
    .set({ ...valuesOf(subject), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
