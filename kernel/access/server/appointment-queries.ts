import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { PermissionHolderRow } from './role-holding-queries.ts'

/** The memberships of a person that have not ended. */
export async function listPersonMembershipIds(db: Db, personId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from v_membership m
    where m.person_id = ${personId} and (upper(m.valid) is null or upper(m.valid) > ${day}::date)
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The people of these memberships who have an account and work on that day, each with the nearest membership. */
export async function listAppointedHolders(db: Db, membershipIds: readonly string[], day: string) {
  const { rows } = await sql<PermissionHolderRow>`
    select distinct on (m.person_id) m.person_id as "personId", m.id as "memberId", m.org_id as "orgId",
      nlevel(mine.path) as level
    from v_membership m join v_org mine on mine.id = m.org_id join v_person p on p.id = m.person_id
    where m.id = any(${membershipIds}::uuid[]) and m.valid @> ${day}::date and not m.is_suspended
      and not mine.is_disabled and p.account_id is not null
    order by m.person_id, nlevel(mine.path) desc, m.id
  `.execute(db)
  return rows
}
