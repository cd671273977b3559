import { sql, type RawBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, readSqlPage, toLikePattern, type Db } from '#packages/db'

export interface StaffFilter {
  org: { id: string; path: string }
  /** Also the organisations below it. */
  within: 'own' | 'below'
  keyword: string
  from: string
  to: string
  /** Only where the person is mainly employed: that organisation keeps the balances. */
  isMain?: boolean
  /** Only the person of this membership. */
  userId?: string | null
  /** Only these memberships, or all but those: the ticked rows of a list. */
  ids?: readonly string[] | undefined
  except?: readonly string[] | undefined
}

export interface StaffRow {
  userId: string
  personId: string
  orgId: string
  orgName: string
  name: string
  number: string
  department: string
  /** When she began there, and the first day after the end. */
  beginsOn: string
  overOn: string | null
}

export const scopeColumns = { org: 'm.org_id', orgPath: 'o.path', department: 'm.department_id', owner: 'm.id' }

/** Everybody who belonged to an organisation on a day of the period, once for each organisation. */
export function selectStaff(
  scope: Scope,
  { org, within, keyword, from, to, isMain, userId, ids, except = [] }: StaffFilter,
): RawBuilder<unknown> {
  const pattern = toLikePattern(keyword)
  const last = sql`order by upper(m.valid) desc nulls first, m.id`
  return sql`
    select (array_agg(m.id ${last}))[1] as "userId", m.person_id as "personId", m.org_id as "orgId", o.name as "orgName",
      o.sort as "orgSort", n.name, (array_agg(m.number ${last}))[1] as number,
      (array_agg(coalesce(d.name, '') ${last}))[1] as department, min(lower(m.valid)) as "beginsOn",
      case when bool_or(upper_inf(m.valid)) then null else max(upper(m.valid)) end as "overOn"
    from v_membership m
    join v_org o on o.id = m.org_id
    join v_person n on n.id = m.person_id
    left join v_org d on d.id = m.department_id
    where m.valid && daterange(${from}::date, ${to}::date, '[]') and ${inScope(scope, scopeColumns)}
      and ${within === 'own' ? sql`m.org_id = ${org.id}::uuid` : sql`o.path <@ ${org.path}::ltree`}
      ${isMain ? sql`and m.is_main` : sql``}
      ${userId ? sql`and m.person_id = (select one.person_id from v_membership one where one.id = ${userId}::uuid)` : sql``}
      ${keyword === '' ? sql`` : sql`and (n.name ilike ${pattern} or m.number ilike ${pattern})`}
    group by m.person_id, m.org_id, o.name, o.sort, n.name
    having ${ids ? sql`(array_agg(m.id ${last}))[1] = any(${ids}::uuid[]) and` : sql``}
      (array_agg(m.id ${last}))[1] <> all(${except}::uuid[])`
}

export const listStaffPage = (db: Db, scope: Scope, filter: StaffFilter, page: PageQuery): Promise<Page<StaffRow>> =>
  readSqlPage<StaffRow>(
    db,
    {
      columns: sql`t.*`,
      from: sql`(${selectStaff(scope, filter)}) as t`,
      orderBy: sql`t."orgSort", t."orgId", t.department, t.name, t."userId"`,
    },
    page,
  )

export async function countStaff(db: Db, scope: Scope, filter: StaffFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${selectStaff(scope, filter)}) as t
  `.execute(db)
  return rows[0]!.count
}

export type GrantTarget = Pick<StaffRow, 'userId' | 'personId' | 'orgId' | 'name' | 'number'>

/** Everybody in scope whom a grant is for. */
export async function listGrantTargets(db: Db, scope: Scope, filter: StaffFilter): Promise<GrantTarget[]> {
  const { rows } = await sql<GrantTarget>`
    select distinct on (t."personId") t."userId", t."personId", t."orgId", t.name, t.number from (${selectStaff(scope, filter)}) as t
    order by t."personId"
  `.execute(db)
  return rows
}

/** Those of these members who are in scope on a day. */
export async function listMembersInScope(
  db: Db,
  scope: Scope,
  { ids, day }: { ids: readonly string[]; day: string },
): Promise<GrantTarget[]> {
  const { rows } = await sql<GrantTarget>`
    select m.id as "userId", m.person_id as "personId", m.org_id as "orgId", n.name, m.number
    from v_membership m join v_org o on o.id = m.org_id join v_person n on n.id = m.person_id
    where m.id = any(${ids}::uuid[]) and m.valid @> ${day}::date and ${inScope(scope, scopeColumns)}
    order by m.person_id
  `.execute(db)
  return rows
}

/** A member in scope, also somebody who has left: then with the first day on which nothing of her was in scope. */
export async function findMemberInScope(db: Db, scope: Scope, id: string) {
  const others = { org: 'x.org_id', orgPath: 'xo.path', department: 'x.department_id', owner: 'x.id' }
  const { rows } = await sql<{ personId: string; orgId: string; overOn: string | null }>`
    select m.person_id as "personId", m.org_id as "orgId", (
      select case when bool_or(upper_inf(x.valid)) then null else max(upper(x.valid)) end
      from v_membership x join v_org xo on xo.id = x.org_id where x.person_id = m.person_id and ${inScope(scope, others)}
    ) as "overOn"
    from v_membership m join v_org o on o.id = m.org_id join v_person n on n.id = m.person_id
    where m.id = ${id} and ${inScope(scope, scopeColumns)}
  `.execute(db)
  return rows[0]
}
