import { sql } from 'kysely'
import type { ScopeKind } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isValidOn } from './role-holding-queries.ts'

const maxRowsShown = 4

interface RoleChangeRow {
  id: string
  at: Date
  role: string
  title: string
  by: string
}

/** Number of changes to roles of organisations in scope since a moment, and the latest few. */
export async function listRoleChangesSince(db: Db, readerScope: Scope, since: Date) {
  const { rows } = await sql<RoleChangeRow & { count: number }>`
    select c.id, c.changed_at as at, r.title as role, c.title, coalesce(p.name, '') as by, count(*) over () as count
    from role_change c join role r on r.id = c.role_id left join v_person p on p.id = c.changed_by
    where c.changed_at >= ${since} and ${inScope(readerScope, { org: 'r.org_id' })}
    order by c.changed_at desc, c.id desc limit ${maxRowsShown}
  `.execute(db)
  return { count: rows[0]?.count ?? 0, items: rows }
}

interface WideRole {
  roleId: string
  scope: ScopeKind
  countsAtTop: boolean
}

interface RevealerRow {
  userId: string
  name: string
  orgName: string
  role: string
}

/** Number of people in scope who have one of these roles today, and the first few from the top of the tree down. */
export async function listRevealers(db: Db, roles: readonly WideRole[], scope: Scope, day: string) {
  const isVisible = inScope(scope, { org: 'm.org_id', orgPath: 'o.path' })
  const { rows } = await sql<RevealerRow & { count: number }>`
    with holding as (
      select distinct on (m.person_id) m.person_id, m.id, m.org_id, r.title, o.path, o.name as org_name
      from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as g ("roleId" uuid, "countsAtTop" boolean)
      join role r on r.id = g."roleId"
      join v_role_holding h on h.role_id = g."roleId"
      join v_membership m on m.id = h.membership_id
      join v_org o on o.id = m.org_id
      where ${isValidOn('h', day)} and m.valid @> ${day}::date and not m.is_suspended and not o.is_disabled
        and (g."countsAtTop" or o.parent_id is not null) and ${isVisible}
      order by m.person_id, nlevel(o.path), r.title, m.id
    )
    select h.id as "userId", p.name, h.org_name as "orgName", h.title as role, count(*) over () as count
    from holding h join v_person p on p.id = h.person_id
    order by nlevel(h.path), h.org_name, p.pinyin collate "C", h.id limit ${maxRowsShown}
  `.execute(db)
  return { count: rows[0]?.count ?? 0, items: rows }
}
