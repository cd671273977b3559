import { sql } from 'kysely'
import type { ScopeKind } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { liveOn } from './holding-queries.ts'

const told = 4

interface ChangeRow {
  id: string
  at: Date
  role: string
  title: string
  by: string
}

/** What was changed about roles of these organisations since a moment: how often, and the last few times. */
export async function changesSince(db: Db, reach: Scope, since: Date) {
  const { rows } = await sql<ChangeRow & { count: number }>`
    select c.id, c.changed_at as at, r.title as role, c.title, coalesce(p.name, '') as by, count(*) over () as count
    from role_change c join role r on r.id = c.role_id left join v_person p on p.id = c.changed_by
    where c.changed_at >= ${since} and ${inScope(reach, { org: 'r.org_id' })}
    order by c.changed_at desc, c.id desc limit ${told}
  `.execute(db)
  return { count: rows[0]?.count ?? 0, items: rows }
}

interface GivingRole {
  roleId: string
  scope: ScopeKind
  countsAtTop: boolean
}

interface HolderRow {
  userId: string
  name: string
  orgName: string
  role: string
}

/** Those within reach who hold one of these roles today: people, and the first few of them from the top down. */
export async function holdersWithin(db: Db, roles: readonly GivingRole[], reach: Scope, day: string) {
  const isTold = inScope(reach, { org: 'm.org_id', orgPath: 'o.path' })
  const { rows } = await sql<HolderRow & { count: number }>`
    with holding as (
      select distinct on (m.person_id) m.person_id, m.id, m.org_id, r.title, o.path, o.name as org_name
      from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as g ("roleId" uuid, "countsAtTop" boolean)
      join role r on r.id = g."roleId"
      join v_role_holding h on h.role_id = g."roleId"
      join v_membership m on m.id = h.membership_id
      join v_org o on o.id = m.org_id
      where ${liveOn('h', day)} and m.valid @> ${day}::date and not m.is_suspended and not o.is_forbidden
        and (g."countsAtTop" or o.parent_id is not null) and ${isTold}
      order by m.person_id, nlevel(o.path), r.title, m.id
    )
    select h.id as "userId", p.name, h.org_name as "orgName", h.title as role, count(*) over () as count
    from holding h join v_person p on p.id = h.person_id
    order by nlevel(h.path), h.org_name, p.pinyin collate "C", h.id limit ${told}
  `.execute(db)
  return { count: rows[0]?.count ?? 0, items: rows }
}
