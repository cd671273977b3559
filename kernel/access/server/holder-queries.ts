import { sql } from 'kysely'
import type { RoleTemplate, ScopeKind } from '#packages/contract'
import type { Db } from '#packages/db'

interface Held {
  permission: string
  /** The templates that hold it from the start, and how far. */
  defaults: readonly { template: RoleTemplate; scope: ScopeKind }[]
  orgId: string
  day: string
}

/** The people who hold a permission over an organisation that day, by whatever role, and who can sign in. */
export async function holdersOverOrg(db: Db, { permission, defaults, orgId, day }: Held) {
  const { rows } = await sql<{ personId: string; orgId: string }>`
    with given as (
      select p.role_id, p.scope, p.org_ids
      from role_permission p where p.permission = ${permission} and p.scope is not null
      union all
      select r.id, d.scope, '{}'::uuid[]
      from role r join jsonb_to_recordset(${JSON.stringify(defaults)}::jsonb) as d (template text, scope text)
        on d.template = r.template
      where not exists (select from role_permission p where p.role_id = r.id and p.permission = ${permission})
    )
    select distinct on (m.person_id) m.person_id as "personId", m.org_id as "orgId"
    from given g
    join membership_role mr on mr.role_id = g.role_id
    join v_membership m on m.id = mr.membership_id
    join v_org mine on mine.id = m.org_id
    join v_person p on p.id = m.person_id
    join v_org o on o.id = ${orgId}
    where m.valid @> ${day}::date and not m.is_suspended and not mine.is_forbidden and p.account_id is not null
      and (
        g.scope = 'district'
        or (g.scope = 'org-tree' and o.path <@ mine.path)
        or (g.scope = 'org' and m.org_id = o.id)
        or (g.scope = 'listed-orgs' and o.id = any(g.org_ids))
      )
    order by m.person_id, m.id
  `.execute(db)
  return rows
}
