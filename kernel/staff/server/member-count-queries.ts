import { sql } from 'kysely'
import type { Db } from '#packages/db'

interface NodeCount {
  id: string
  total: number
  own: number
}

/** A person counts once in every node above any of their memberships. */
const countedNodes = (day: string, onlyIds: readonly string[] | null) => sql`
  place as (
    select distinct m.person_id, coalesce(m.department_id, m.org_id) as node_id from membership m
    where m.begins_on <= ${day}::date and (m.over_on is null or m.over_on > ${day}::date)
  ),
  counted as (
    select label::uuid as id,
           count(distinct place.person_id)::int as total,
           count(distinct place.person_id) filter (where at = nlevel(n.path))::int as own
    from place join v_org n on n.id = place.node_id,
      unnest(string_to_array(n.path::text, '.')) with ordinality as part (label, at)
    where ${onlyIds ? sql`label = any(${onlyIds.map((id) => id.replaceAll('-', ''))}::text[])` : sql`true`}
    group by label
  )`

/** Forces hash joins, because the planner has no statistics for tables that were just filled. */
async function withHashJoins<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db)
  const result = await work()
  await sql`set local enable_nestloop = on`.execute(db)
  return result
}

/** Nodes with a wrong count, with the right numbers. */
export const listWrongUserCounts = (db: Db, day: string, limit: number): Promise<NodeCount[]> =>
  withHashJoins(db, async () => {
    const { rows } = await sql<NodeCount>`
      with ${countedNodes(day, null)}
      select o.id, coalesce(counted.total, 0) as total, coalesce(counted.own, 0) as own
      from v_org o left join counted on counted.id = o.id
      where o.user_count <> coalesce(counted.total, 0) or o.own_user_count <> coalesce(counted.own, 0)
      limit ${limit}
    `.execute(db)
    return rows
  })

/** The number of people of these nodes in the current tree. */
export const listNodeCounts = (db: Db, day: string, ids: readonly string[]): Promise<NodeCount[]> =>
  withHashJoins(db, async () => {
    const { rows } = await sql<NodeCount>`
      with ${countedNodes(day, ids)} select id, total, own from counted
    `.execute(db)
    return rows
  })

/** Number of people with a current or planned membership at one of these nodes. */
export async function countPeopleAt(db: Db, ids: readonly string[], day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct person_id) as count from membership
    where (org_id = any(${ids}::uuid[]) and department_id is null or department_id = any(${ids}::uuid[]))
      and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows[0]!.count
}
