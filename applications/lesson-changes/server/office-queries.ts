import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { CoverPlace } from '#engines/cover/server/api.ts'

/** Whether a scope has the school, or one of these classes on the day of the lesson. */
export async function findCoverReader(
  db: Db,
  scope: Scope,
  { orgId, classIds, day }: { orgId: string; classIds: readonly string[]; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from v_org o left join v_class c on c.org_id = o.id and c.id = any(${classIds}::uuid[])
    where o.id = ${orgId} and ${inScope(scope, { org: 'o.id', orgPath: 'o.path', class: 'c.id', day })} limit 1
  `.execute(db)
  return rows.length > 0
}

/** The classes that the teacher has on the day. */
export async function listClassesOfTeacher(
  db: Db,
  { memberId, day }: Pick<CoverPlace, 'memberId' | 'day'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct class_id as id from v_class_staff
    where user_id = ${memberId} and role <> 'grade-head' and begins_on <= ${day}::date
      and (over_on is null or over_on > ${day}::date)
  `.execute(db)
  return rows.map(({ id }) => id)
}
