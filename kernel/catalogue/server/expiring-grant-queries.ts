import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface ExpiringGrant {
  key: string
  /** The last day. */
  to: string
  /** The organisation that decides about the grant; the bureau for a role of the district. */
  orgId: string
}

/** Returns the grants that end within these days and were not notified yet, and marks them as notified. */
export async function claimExpiringGrants(db: Db, { day, days, now }: { day: string; days: number; now: Date }) {
  const { rows } = await sql<ExpiringGrant>`
    with told as (
      update app_grant set warned_at = ${now}
      where over_on > ${day}::date and over_on <= ${day}::date + ${days}::int + 1 and warned_at is null
      returning app_key, object_kind, object_id, over_on
    )
    select g.app_key as key, g.over_on - 1 as to, o.id as "orgId"
    from told g
    left join v_role r on g.object_kind = 'role' and r.id = g.object_id
    left join v_membership m on g.object_kind = 'person' and m.id = g.object_id
    join v_org o on case g.object_kind
      when 'org' then o.id = g.object_id
      when 'person' then o.id = m.org_id
      else o.id = r.org_id or (r.org_id is null and r.id is not null and o.parent_id is null) end
    order by g.over_on, g.app_key
  `.execute(db)
  return rows
}
