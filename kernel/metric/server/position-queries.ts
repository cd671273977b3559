import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** Whether a position was that of its organisation on a day. */
export const isPositionOn = (position: string, day: string) => sql`(${sql.ref(`${position}.from_on`)} <= ${sql.ref(day)}
  and (${sql.ref(`${position}.over_on`)} is null or ${sql.ref(`${position}.over_on`)} > ${sql.ref(day)}))`

/** Of these organisations, those without a position; with what is above them. */
export const insertNewPositions = (db: Db, orgIds: readonly string[]) =>
  sql`
    insert into metric_position (org_id, path, from_on)
    select o.id, o.path, '2000-01-01' from v_org o
    where o.type <> 'department' and o.id in (
        select above::uuid from v_org below, unnest(string_to_array(below.path::text, '.')) as above
        where below.id = any(${orgIds}::uuid[]))
      and not exists (select from metric_position p where p.org_id = o.id)
    order by o.path
    on conflict do nothing
  `.execute(db)

/** Notes new positions from this day on: of organisations that were created, moved, or have ended. */
export async function updatePositions(db: Db, day: string) {
  await sql`
    update metric_position p set over_on = greatest(${day}::date, p.from_on + 1)
    where p.over_on is null and not exists (select from v_org o where o.id = p.org_id and o.path = p.path)
  `.execute(db)
  await sql`
    insert into metric_position (org_id, path, from_on)
    select o.id, o.path, coalesce((select max(p.over_on) from metric_position p where p.org_id = o.id), '2000-01-01')
    from v_org o
    where o.type <> 'department'
      and not exists (select from metric_position p where p.org_id = o.id and p.over_on is null)
    on conflict do nothing
  `.execute(db)
}

export interface CountedOrg {
  id: string
  type: string
  path: string
}

/** Organisations with figures of their own; the bureau is the last one. */
export async function listCountedOrgs(db: Db): Promise<CountedOrg[]> {
  const { rows } = await sql<CountedOrg>`
    select id, type, path::text as path from v_org
    where type not in ('department', 'cluster') and not is_disabled
    order by parent_id is null, id
  `.execute(db)
  return rows
}

export async function findCountedOrg(db: Db, id: string): Promise<CountedOrg | undefined> {
  const { rows } = await sql<CountedOrg>`select id, type, path::text as path from v_org where id = ${id}`.execute(db)
  return rows[0]
}

export interface OrgPosition {
  orgId: string
  path: string
  fromOn: string
  overOn: string | null
}

/** Where all organisations stood on these days. */
export async function listPositions(db: Db, { from, to }: { from: string; to: string }): Promise<OrgPosition[]> {
  const { rows } = await sql<OrgPosition>`
    select org_id as "orgId", path::text as path, from_on::text as "fromOn", over_on::text as "overOn" from metric_position
    where from_on <= ${to}::date and (over_on is null or over_on > ${from}::date)
  `.execute(db)
  return rows
}
