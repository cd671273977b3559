import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { MetricNode } from './cell-queries.ts'

/** These organisations with the one above each. */
export async function listNodesWithParent(
  db: Db,
  ids: readonly string[],
): Promise<(MetricNode & { parentId: string | null })[]> {
  const { rows } = await sql<MetricNode & { parentId: string | null }>`
    select o.id, o.name, o.path::text as path, o.type, o.parent_id as "parentId",
      exists (select from v_org b where b.parent_id = o.id and b.type <> 'department') as "hasUnitsBelow"
    from v_org o where o.type <> 'department' and o.id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

export interface LateDay {
  code: string
  day: string
  /** How many organisations reported after the day had been counted. */
  count: number
}

/** The days of a period that were counted again because somebody at or below a node was late. */
export async function listLateRows(
  db: Db,
  { codes, path, from, to }: { codes: readonly string[]; path: string; from: string; to: string },
): Promise<LateDay[]> {
  const { rows } = await sql<LateDay>`
    select m.code, m.day::text as day, count(*)::int as count
    from metric_report m join v_org o on o.id = m.org_id
    where m.state = 'late' and m.code = any(${codes}::text[]) and m.day between ${from}::date and ${to}::date
      and o.path <@ ${path}::ltree
    group by 1, 2 order by 1, 2
  `.execute(db)
  return rows
}

/** The first days, within a period, on which an organisation stood where it stands now. */
export async function findMove(db: Db, { orgId, from, to }: { orgId: string; from: string; to: string }) {
  const { rows } = await sql<{ day: string }>`
    select p.from_on::text as day from metric_position p
    where p.org_id = ${orgId} and p.from_on between ${from}::date and ${to}::date
      and exists (select from metric_position b where b.org_id = p.org_id and b.over_on = p.from_on)
    order by 1 desc limit 1
  `.execute(db)
  return rows[0]?.day
}
