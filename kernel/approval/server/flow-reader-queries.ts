import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface CopiedPerson {
  personId: string
  name: string
  copiedAt: Date
}

export async function listCopies(db: Db, flowId: string): Promise<CopiedPerson[]> {
  const { rows } = await sql<CopiedPerson>`
    select c.person_id as "personId", p.name, c.copied_at as "copiedAt"
    from flow_copy c join v_person p on p.id = c.person_id where c.instance_id = ${flowId}
    order by c.copied_at, c.id
  `.execute(db)
  return rows
}

export async function isCopiedTo(db: Db, flowId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from flow_copy where instance_id = ${flowId} and person_id = ${personId}
  `.execute(db)
  return rows.length > 0
}

export async function getOrgName(db: Db, orgId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from v_org where id = ${orgId}`.execute(db)
  return rows[0]?.name ?? ''
}

/** Whether an organisation is another one, or above it. */
export async function isOrgAbove(db: Db, orgId: string, belowId: string): Promise<boolean> {
  const { rows } = await sql`
    select from v_org above join v_org below on below.path <@ above.path
    where above.id = ${orgId} and below.id = ${belowId}
  `.execute(db)
  return rows.length > 0
}

export async function listApproverPersons(db: Db, subject: string, subjectIds: readonly string[]) {
  const { rows } = await sql<{ subjectId: string; personId: string }>`
    select distinct f.subject_id as "subjectId", p.id as "personId"
    from flow_instance f
    join flow_task t on t.instance_id = f.id
    cross join lateral (values (t.person_id), (t.decided_by)) as p (id)
    where f.subject = ${subject} and f.subject_id = any(${subjectIds}::text[]) and p.id is not null
  `.execute(db)
  return rows
}

export async function listApprovedBy(db: Db, flowId: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct decided_by as "personId" from flow_task
    where instance_id = ${flowId} and status = 'approved' and not is_void and decided_by is not null
  `.execute(db)
  return rows.map(({ personId }) => personId)
}
