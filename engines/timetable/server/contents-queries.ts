import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from timetable where org_id = any(${orgIds}::uuid[])
  `.execute(db)
  return rows[0]!.count
}

/** The lessons that are written follow the classes; a version of the old school is not continued at the new one. */
export async function moveToOrg(db: Db, from: string, to: string, now: Date) {
  await sql`
    update timetable set org_id = ${to}, status = 'archived', version = version + 1, updated_at = ${now} where org_id = ${from}
  `.execute(db)
  for (const table of ['timetable_rule', 'timetable_run', 'lesson'] as const)
    await sql`update ${sql.table(table)} set org_id = ${to} where org_id = ${from}`.execute(db)
}
