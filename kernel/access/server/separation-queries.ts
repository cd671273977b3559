import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { isValidOn } from './role-holding-queries.ts'

/** Holders of one of the three separate duties on that day. */
export async function listDutyHolders(db: Db, day: string) {
  const { rows } = await sql<{ template: string; userId: string; name: string; hasAccount: boolean }>`
    select distinct coalesce(r.template, above.template) as template, m.id as "userId", p.name,
      p.account_id is not null as "hasAccount"
    from membership_role mr
    join role r on r.id = mr.role_id
    left join role above on above.id = r.parent_id
    join v_membership m on m.id = mr.membership_id
    join v_person p on p.id = m.person_id
    where coalesce(r.template, above.template) in ('district-admin', 'security-admin', 'auditor')
      and ${isValidOn('mr', day)} and m.valid @> ${day}::date and not m.is_suspended
    order by m.id
  `.execute(db)
  return rows
}

export const beginSeparation = (db: Db, now: Date) =>
  db
    .insertInto('separation')
    .values({ since_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const endSeparation = (db: Db) => db.deleteFrom('separation').execute()
