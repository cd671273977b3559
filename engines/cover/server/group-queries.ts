import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The names of groups and of their subjects. */
export async function listGroupNames(
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, { name: string; subject: string }>> {
  const { rows } = await sql<{ id: string; name: string; subject: string }>`
    select g.id, g.name, s.name as subject from v_teaching_group g join v_subject s on s.id = g.subject_id
    where g.id = any(${groupIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
