import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { readPageOf, type Db } from '#packages/db'
import type { ChangeType } from '../contract.ts'
import type { Reach } from './search-queries.ts'

export interface ChangeRow {
  id: string
  studentId: string
  studentName: string
  type: ChangeType
  on: string
  fromOrgId: string | null
  fromOrgName: string | null
  fromClassId: string | null
  toOrgId: string | null
  toOrgName: string | null
  toClassId: string | null
  reason: Buffer | null
  byName: string | null
  at: Date
  undoneAt: Date | null
}

const columns = sql`
  c.id, c.student_id as "studentId", n.name as "studentName", c.type, c.happens_on as "on", c.from_org_id as "fromOrgId",
  f.name as "fromOrgName", c.from_class_id as "fromClassId", c.to_org_id as "toOrgId", t.name as "toOrgName",
  c.to_class_id as "toClassId", c.reason, b.name as "byName", c.created_at as at, c.undone_at as "undoneAt"`
const joins = sql`
  join student s on s.id = c.student_id join v_person n on n.id = s.person_id
  left join v_org f on f.id = c.from_org_id left join v_org t on t.id = c.to_org_id
  left join v_person b on b.id = c.by_person_id`

/** What happened in these schools and classes, the newest first; or to one pupil, whom the caller has looked up. */
export function pageOfChanges(
  db: Db,
  where: { studentId: string } | { reach: Reach },
  type: ChangeType | undefined,
  page: PageQuery,
) {
  const conditions = [
    'studentId' in where ? sql`c.student_id = ${where.studentId}` : happenedIn(where.reach),
    ...(type ? [sql`c.type = ${type}`] : []),
  ]
  return readPageOf<ChangeRow>(
    db,
    {
      columns,
      from: sql`student_change c where ${sql.join(conditions, sql` and `)}`,
      joined: { as: 'c', with: joins },
      orderBy: sql`c.created_at desc, c.id desc`,
    },
    page,
  )
}

function happenedIn({ orgIds, classIds }: Reach) {
  if (orgIds === null) return sql`true`
  const parts = [
    ...(orgIds.length > 0
      ? [sql`c.from_org_id = any(${orgIds}::uuid[])`, sql`c.to_org_id = any(${orgIds}::uuid[])`]
      : []),
    ...(classIds.length > 0
      ? [sql`c.from_class_id = any(${classIds}::uuid[])`, sql`c.to_class_id = any(${classIds}::uuid[])`]
      : []),
  ]
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}
