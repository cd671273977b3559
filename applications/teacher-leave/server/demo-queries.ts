import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { DemoMembership } from '#kernel/org/server/api.ts'

export interface DemoColleague extends DemoMembership {
  sex: '男' | '女' | null
}

/** The staff of a school who lead nothing, by staff number. */
export async function listDemoColleagues(db: Db, orgId: string, since: string): Promise<DemoColleague[]> {
  const { rows } = await sql<DemoColleague>`
    select m.id as "userId", m.person_id as "personId", m.org_id as "orgId", p.sex
    from v_membership m join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.department_id is not null and m.is_main and m.valid @> ${since}::date
      and upper_inf(m.valid) and m.post !~ '(长|主任|语文教师)$'
    order by m.number, m.id
  `.execute(db)
  return rows
}

export async function listDemoMembers(db: Db, personIds: readonly string[]): Promise<DemoMembership[]> {
  const { rows } = await sql<DemoMembership>`
    select id as "userId", person_id as "personId", org_id as "orgId" from v_membership
    where person_id = any(${personIds}::uuid[]) and is_main and upper_inf(valid) order by id
  `.execute(db)
  return rows
}
