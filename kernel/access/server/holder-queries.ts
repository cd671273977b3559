import { sql } from 'kysely'
import type { ScopeKind } from '#packages/contract'
import type { Db } from '#packages/db'
import { liveOn } from './holding-queries.ts'

interface Held {
  /** The roles that hold it, and how far. */
  given: readonly { roleId: string; scope: ScopeKind; orgIds: readonly string[]; countsAtTop: boolean }[]
  orgId: string
  day: string
}

/** The people who hold a permission over an organisation that day, by whatever role, and who can sign in. */
export async function holdersOverOrg(db: Db, { given, orgId, day }: Held) {
  const roleIds = given.map(({ roleId }) => roleId)
  const { rows } = await sql<{ personId: string; orgId: string }>`
    select distinct on (m.person_id) m.person_id as "personId", m.org_id as "orgId"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g ("roleId" uuid, scope text, "orgIds" uuid[], "countsAtTop" boolean)
    join v_role_holding h on h.role_id = g."roleId"
    join v_membership m on m.id = h.membership_id
    join v_org mine on mine.id = m.org_id
    join v_person p on p.id = m.person_id
    join v_org o on o.id = ${orgId}
    where h.role_id = any(${roleIds}::uuid[]) and ${liveOn('h', day)}
      and m.valid @> ${day}::date and not m.is_suspended and not mine.is_forbidden and p.account_id is not null
      and (
        g.scope = 'district'
        or (g.scope = 'org-tree' and o.path <@ mine.path and (g."countsAtTop" or mine.parent_id is not null))
        or (g.scope = 'org' and m.org_id = o.id)
        or (g.scope = 'listed-orgs' and o.id = any(g."orgIds"))
      )
    order by m.person_id, m.id
  `.execute(db)
  return rows
}
