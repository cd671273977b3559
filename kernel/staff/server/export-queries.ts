import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { whereFound, type StaffFilter, type Moment } from './search-queries.ts'
import { resolveScope, userColumns, userJoins, whereInScope, type OrgNode, type UserRow } from './user-queries.ts'

/** The rows of an export: all that the list finds, or some of them. */
export interface ExportSelection {
  node: OrgNode | null
  filter: StaffFilter
  /** Ticked rows, or matches of a number search; no other filter applies then. */
  ids: readonly string[] | null
  /** Rows that were unticked. */
  except?: readonly string[] | undefined
}

async function whereExported(
  db: Db,
  scope: Scope,
  { node, filter, ids, except = [] }: ExportSelection,
  moment: Moment,
) {
  const isSelected = ids
    ? sql<boolean>`m.id = any(${ids}::uuid[]) and ${whereInScope(await resolveScope(db, scope))}`
    : await whereFound(db, scope, node, filter, moment)
  return except.length > 0 ? sql<boolean>`${isSelected} and m.id <> all(${except}::uuid[])` : isSelected
}

const exportedFrom = sql`membership as m join v_staff_person as p on p.id = m.person_id`

export async function countExportRows(
  db: Db,
  scope: Scope,
  selection: ExportSelection,
  moment: Moment,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${exportedFrom} where ${await whereExported(db, scope, selection, moment)}
  `.execute(db)
  return rows[0]!.count
}

export type StaffExportRow = UserRow & { mayReveal: boolean }

/**
 * People whose numbers may be exported in full: in the scope of the permission and not mainly employed elsewhere;
 * leavers only without a new employer. The numbers are current, so a former employer must not read them.
 */
function mayReveal(scope: Scope | null, day: string) {
  if (!scope) return sql<boolean>`false`
  const isFar = sql`not ${inScope(scope, { org: 'e.org_id', department: 'e.department_id', owner: 'e.id' })}`
  return sql<boolean>`${whereInScope(scope)} and not exists (
    select from membership e
    where e.person_id = m.person_id and (e.over_on is null or e.over_on > ${day}::date) and ${isFar}
      and (e.is_main or m.over_on <= ${day}::date))`
}

/** Departments with their parents in the organisation: 小学部/语文教研组. */
export async function getDepartmentTitles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string }>`
    with recursive above as (
      select id, parent_id, name as title from v_org where id = any(${ids}::uuid[]) and type = 'department'
      union all
      select a.id, o.parent_id, o.name || '/' || a.title from above a join v_org o on o.id = a.parent_id
      where o.type = 'department'
    )
    select distinct on (id) id, title from above order by id, length(title) desc
  `.execute(db)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

interface ExportBatch {
  after: { sort: number; id: string } | null
  limit: number
  /** The scope of user.reveal; null without the permission. */
  reveal: Scope | null
}

/** The next batch in list order, by keyset, so that late batches are as fast as the first. */
export async function listExportBatch(
  db: Db,
  scope: Scope,
  selection: ExportSelection,
  { after, limit, reveal }: ExportBatch,
  moment: Moment,
): Promise<StaffExportRow[]> {
  const beyond = after ? sql`and (m.sort, m.id) > (${after.sort}::int, ${after.id}::uuid)` : sql``
  const shown = mayReveal(reveal && (await resolveScope(db, reveal)), moment.day)
  const { rows } = await sql<StaffExportRow>`
    select ${userColumns(moment.day, moment.now)}, ${shown} as "mayReveal"
    from (
      select m.* from ${exportedFrom} where ${await whereExported(db, scope, selection, moment)} ${beyond}
      order by m.sort, m.id limit ${limit}
    ) as m ${userJoins}
    order by m.sort, m.id
  `.execute(db)
  return rows
}
