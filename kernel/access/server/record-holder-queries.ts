import { sql } from 'kysely'
import type { PageQuery, ScopeKind } from '#packages/contract'
import type { ScopeAttributes, Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isValidOn } from './role-holding-queries.ts'

/** A role with the permission, and its scope. */
interface GrantingRole {
  roleId: string
  scope: ScopeKind
  orgIds: readonly string[]
  /**
   * Whether the permission counts for members of the bureau: with separated duties it may belong to another
   * administrator.
   */
  countsAtTop: boolean
}

export interface RecordHolderRow {
  userId: string
  name: string
  orgName: string
  post: string
  roles: string[]
  kinds: ScopeKind[]
}

interface RecordHolderPage {
  items: RecordHolderRow[]
  /** Holders in the caller's scope, and the number of others. */
  itemCount: number
  outside: number
}

/**
 * The same rule as `matchScope` for one person, for all holders at once. g is the grant; m, o and d are the membership.
 */
const isRowReached = (row: ScopeAttributes, needsCharge: boolean) => sql<boolean>`case g.scope
    when 'district' then true
    when 'org-tree' then ${row.orgPath ?? null}::ltree <@ o.path
    when 'org' then m.org_id = ${row.orgId ?? null}::uuid
    when 'department-tree' then ${row.departmentPath ?? null}::ltree <@ d.path
    when 'department' then m.department_id = ${row.departmentId ?? null}::uuid
    when 'self' then m.id = ${row.ownerId ?? null}::uuid
    when 'classes' then m.id = any(${(needsCharge ? row.classLeaders : row.classStaff) ?? []}::uuid[])
    when 'listed-orgs' then ${row.orgId ?? null}::uuid = any(g."orgIds")
  end`

interface RecordHolderQuery {
  roles: readonly GrantingRole[]
  /** Those who have the permission for the row by an appointment. */
  appointed: readonly { membershipId: string; title: string }[]
  row: ScopeAttributes
  needsCharge: boolean
  /** Roles that show the field; null if the question is about no field, or no role hides it. */
  showingRoles: readonly { roleId: string; countsAtTop: boolean }[] | null
  /** The caller's scope: only these holders are listed by name. */
  reach: Scope
  day: string
}

/**
 * The rule of sessions (`getMembershipPermissions`): one role with permissions that shows the field is enough to see it.
 * Somebody with an appointment and without such a role sees no field that a role hides.
 */
function isFieldShown(showingRoles: RecordHolderQuery['showingRoles'], day: string) {
  if (showingRoles === null) return sql<boolean>`true`
  const holders = (roles: readonly { roleId: string }[]) => sql`(
    select s.membership_id from v_role_holding s
    where s.role_id = any(${roles.map(({ roleId }) => roleId)}::uuid[]) and ${isValidOn('s', day)})`
  return sql<boolean>`(m.id in ${holders(showingRoles.filter(({ countsAtTop }) => countsAtTop))}
    or (o.parent_id is not null and m.id in ${holders(showingRoles)}))`
}

/** One page of people who have a permission for a row today, and their number. */
export async function readRecordHolderPage(
  db: Db,
  { roles, appointed, row, needsCharge, showingRoles, reach, day }: RecordHolderQuery,
  { pageNumber, pageSize }: PageQuery,
): Promise<RecordHolderPage> {
  const isVisible = inScope(reach, {
    org: 'm.org_id',
    orgPath: 'o.path',
    department: 'm.department_id',
    departmentPath: 'd.path',
    owner: 'm.id',
  })
  const { rows } = await sql<RecordHolderRow & { itemCount: number; outside: number; userId: string | null }>`
    with given as (
      select h.membership_id, r.title, g.scope, g."orgIds", g."countsAtTop", false as is_appointed
      from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb)
        as g ("roleId" uuid, scope text, "orgIds" uuid[], "countsAtTop" boolean)
      join role r on r.id = g."roleId"
      join v_role_holding h on h.role_id = g."roleId"
      where ${isValidOn('h', day)}
      union all
      select a."membershipId", a.title, 'org-tree', '{}', true, true
      from jsonb_to_recordset(${JSON.stringify(appointed)}::jsonb) as a ("membershipId" uuid, title text)
    ),
    reaching as (
      select m.id, m.person_id, m.org_id, m.post, coalesce(bool_or(${isVisible}), false) as is_told,
        array_agg(distinct g.title) as roles, array_agg(distinct g.scope) as kinds
      from given g
      join v_membership m on m.id = g.membership_id
      join v_org o on o.id = m.org_id left join v_org d on d.id = m.department_id
      where m.valid @> ${day}::date and not m.is_suspended and not o.is_disabled
        and (g.is_appointed or ${isRowReached(row, needsCharge)})
        and (g."countsAtTop" or o.parent_id is not null) and ${isFieldShown(showingRoles, day)}
      group by m.id, m.person_id, m.org_id, m.post
    )
    select (select count(*)::int from reaching where is_told) as "itemCount",
      (select count(*)::int from reaching where not is_told) as outside, item.*
    from (select) as one left join lateral (
      select r.id as "userId", p.name, o.name as "orgName", r.post, r.roles, r.kinds
      from reaching r join v_person p on p.id = r.person_id join v_org o on o.id = r.org_id
      where r.is_told order by nlevel(o.path), o.sort, o.id, p.pinyin collate "C", r.id
      limit ${pageSize} offset ${(pageNumber - 1) * pageSize}
    ) as item on true
  `.execute(db)
  const { itemCount, outside } = rows[0]!
  const items = rows.flatMap(({ itemCount: _, outside: __, ...item }) => (item.userId === null ? [] : item))
  return { items: items as RecordHolderRow[], itemCount, outside }
}
