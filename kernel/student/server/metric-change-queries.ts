import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** An organisation with changes, and the first day that they concern. */
export interface ChangedOrg {
  orgId: string
  from: string
}

/** The schools of enrolments that were written since a moment. */
export async function listEnrolledOrgs(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select distinct org_id as "orgId" from enrolment where updated_at >= ${since}
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** The schools of changes that were entered or undone since a moment. */
export async function listMovedOrgs(db: Db, since: Date): Promise<ChangedOrg[]> {
  const { rows } = await sql<ChangedOrg>`
    select org.id as "orgId", min(c.happens_on)::text as from
    from (
      select from_org_id, to_org_id, happens_on from student_change where created_at >= ${since}
      union all
      select from_org_id, to_org_id, happens_on from student_change where undone_at >= ${since}
    ) as c cross join lateral (values (c.from_org_id), (c.to_org_id)) as org (id)
    where org.id is not null group by 1
  `.execute(db)
  return rows
}

/** The schools of pupils whose links to guardians were written since a moment. */
export async function listBoundOrgs(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select distinct s.org_id as "orgId" from guardian_link l join student s on s.id = l.student_id where l.updated_at >= ${since}
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}
