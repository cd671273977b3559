import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface HeldByUser {
  roleId: string
  name: string
  via: 'person' | 'org' | 'post'
  giver: string
  post: string
  from: string | null
  to: string | null
}

/** The roles of one place, today or later, with from when until when. */
export async function rolesHeldEver(
  db: Db,
  { id, nodeIds }: { id: string; nodeIds: readonly string[] },
  day: string,
): Promise<HeldByUser[]> {
  const { rows } = await sql<HeldByUser>`
    select r.id as "roleId", r.title as name, held.via, held.giver, held.post, held.begins_on as "from",
      held.over_on - 1 as "to"
    from (
      select mr.role_id, 'person' as via, coalesce(p.name, '') as giver, '' as post, mr.begins_on, mr.over_on
      from membership_role mr left join v_person p on p.id = mr.granted_by where mr.membership_id = ${id}
      union all
      select a.role_id, case when a.post = '' then 'org' else 'post' end, o.name, a.post, a.begins_on, a.over_on
      from role_audience a join v_org o on o.id = a.org_id join v_membership m on m.id = ${id}
      where a.org_id = any(${nodeIds}::uuid[])
        and (a.includes_below or a.org_id = m.org_id or a.org_id = m.department_id)
        and (a.post = '' or a.post = m.post)
    ) held join role r on r.id = held.role_id
    where held.over_on is null or held.over_on > ${day}::date
    order by r.created_at, r.id, held.via
  `.execute(db)
  return rows
}
