import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isEnrolledOn } from './enrolment-queries.ts'
import { faceStateSql, isBoundSql } from './student-search-queries.ts'

/** The classes that are in scope on a day. */
export async function listClassIdsInScope(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select c.id from v_class c
    where c.id = any(${ids}::uuid[]) and ${inScope(scope, { org: 'c.org_id', class: 'c.id', day })}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface ClassPupil {
  id: string
  classId: string
  name: string
  private: Buffer | null
  bound: boolean
  /** Guardians who wait for approval. */
  requests: number
  face: string
  /** The family has not answered every consent. */
  isConsentOpen: boolean
}

/**
 * The pupils of a few classes with the progress of their families. `purposes`: the current consents and their versions.
 */
export async function listPupilsOfClasses(
  db: Db,
  classIds: readonly string[],
  purposes: readonly { purpose: string; version: number }[],
  day: string,
): Promise<ClassPupil[]> {
  if (classIds.length === 0) return []
  const { rows } = await sql<ClassPupil>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(purposes)}::jsonb) as w (purpose text, version int)
    )
    select s.id, p.class_id as "classId", n.name, s.private, ${isBoundSql} as bound, ${faceStateSql} as face,
      (select count(*) from guardian_link l where l.student_id = s.id and l.status = 'pending') as requests,
      c.said < ${purposes.length} as "isConsentOpen"
    from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    cross join lateral (
      select count(*) as said from (
        select distinct on (purpose) purpose, state, version from consent where student_id = s.id
        order by purpose, created_at desc, id desc
      ) last join wanted using (purpose)
      where last.state = 'withdrawn' or last.version >= wanted.version
    ) c
    where p.class_id = any(${classIds}::uuid[]) and p.status = 'studying' and ${isEnrolledOn(day)}
    order by p.class_id, p.seat_no nulls last, n.pinyin collate "C", s.id
  `.execute(db)
  return rows
}
