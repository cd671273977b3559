import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { toLikePattern, readSqlPage, type Db } from '#packages/db'
import type { ChangeType } from '../contract.ts'
import type { ScopeIds } from './student-search-queries.ts'

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

export const changeColumns = sql`
  c.id, c.student_id as "studentId", n.name as "studentName", c.type, c.happens_on as "on", c.from_org_id as "fromOrgId",
  f.name as "fromOrgName", c.from_class_id as "fromClassId", c.to_org_id as "toOrgId", t.name as "toOrgName",
  c.to_class_id as "toClassId", c.reason, b.name as "byName", c.created_at as at, c.undone_at as "undoneAt"`
export const changeJoins = sql`
  join student s on s.id = c.student_id join v_person n on n.id = s.person_id
  left join v_org f on f.id = c.from_org_id left join v_org t on t.id = c.to_org_id
  left join v_person b on b.id = c.by_person_id`

interface ChangeFilter {
  type?: ChangeType | undefined
  /** A part of the name, its pinyin or initials. */
  keyword?: string
  isUndone?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
}

type ChangeTarget = { studentId: string } | { scopeIds: ScopeIds }

/** All conditions on a change (alias c) except its type. */
function buildChangeConditions(where: ChangeTarget, { keyword = '', isUndone, from, to }: ChangeFilter) {
  return [
    'studentId' in where ? sql`c.student_id = ${where.studentId}` : inScopeIds(where.scopeIds),
    ...(isUndone === undefined ? [] : [sql`c.undone_at is ${isUndone ? sql`not null` : sql`null`}`]),
    ...(from ? [sql`c.happens_on >= ${from}::date`] : []),
    ...(to ? [sql`c.happens_on <= ${to}::date`] : []),
    ...(keyword
      ? [
          sql`c.student_id in (select s.id from student s join v_person n on n.id = s.person_id where ${matchesName(keyword)})`,
        ]
      : []),
  ]
}

function matchesName(keyword: string) {
  const letters = keyword.toLowerCase().replaceAll(/[\s']/g, '')
  if (!/^[a-z]+$/.test(letters)) return sql`n.name like ${toLikePattern(keyword)}`
  return sql`(n.pinyin like ${toLikePattern(letters)} or n.pinyin_initials like ${toLikePattern(letters)})`
}

/** The changes of these schools and classes, newest first, or of one pupil whom the caller has checked. */
export function listChangePage(db: Db, where: ChangeTarget, filter: ChangeFilter, page: PageQuery) {
  const isKind = filter.type ? sql`c.type = ${filter.type}` : 'studentId' in where ? sql`true` : sql`c.type <> 'enrol'`
  return readSqlPage<ChangeRow>(
    db,
    {
      columns: changeColumns,
      from: sql`student_change c where ${sql.join([...buildChangeConditions(where, filter), isKind], sql` and `)}`,
      joined: { as: 'c', with: changeJoins },
      orderBy: sql`c.created_at desc, c.id desc`,
    },
    page,
  )
}

const maxCounted = 20_000

/** Changes per type without undone ones; null above the count limit. */
export async function countStudentChanges(db: Db, scopeIds: ScopeIds, filter: ChangeFilter) {
  const { rows } = await sql<{ type: ChangeType; count: number }>`
    select type, count(*) as count from (
      select c.type from student_change c
      where ${sql.join(buildChangeConditions({ scopeIds }, filter), sql` and `)} and c.undone_at is null limit ${maxCounted + 1}
    ) as change group by type
  `.execute(db)
  return rows.reduce((sum, { count }) => sum + count, 0) > maxCounted ? null : rows
}

/** Changes by type and day without 入学 and undone ones. */
export async function countChangesByDay(db: Db, scopeIds: ScopeIds, days: { from: string; to: string }) {
  const conditions = buildChangeConditions({ scopeIds }, { ...days, isUndone: false })
  const { rows } = await sql<{ type: ChangeType; on: string; count: number }>`
    select c.type, c.happens_on as on, count(*) as count from student_change c
    where ${sql.join(conditions, sql` and `)} and c.type <> 'enrol' group by c.type, c.happens_on
  `.execute(db)
  return rows
}

export function inScopeIds({ orgIds, classIds }: ScopeIds) {
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
