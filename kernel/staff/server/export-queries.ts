import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { whereFound, type StaffFilter, type Moment } from './search-queries.ts'
import { resolveScope, userColumns, userJoins, whereInScope, type OrgNode, type UserRow } from './user-queries.ts'

/** What is exported: what the list finds, or these of it. */
export interface ExportSelection {
  node: OrgNode | null
  filter: StaffFilter
  /** Those that were ticked, or found by a number: nothing else is asked then. */
  ids: readonly string[] | null
  /** Those whose ticks were taken away again. */
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
 * Who may be shown whole: those within reach of that right who do not mainly work elsewhere, and of those who have left
 * only who has not gone on elsewhere. The numbers are today's, and not the old place's to look at any more.
 */
function mayReveal(scope: Scope | null, day: string) {
  if (!scope) return sql<boolean>`false`
  const isFar = sql`not ${inScope(scope, { org: 'e.org_id', department: 'e.department_id', owner: 'e.id' })}`
  return sql<boolean>`${whereInScope(scope)} and not exists (
    select from membership e
    where e.person_id = m.person_id and (e.over_on is null or e.over_on > ${day}::date) and ${isFar}
      and (e.is_main or m.over_on <= ${day}::date))`
}

/** Departments with what is above them in their organisation: 小学部/语文教研组. */
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
  /** Whom somebody may see whole; null if nobody. */
  reveal: Scope | null
}

/** The next so many in the order of the list, by where the piece before ended: the last is read as fast as the first. */
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
