import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from leave_request where org_id = any(${orgIds}::uuid[]))
      + (select count(*) from leave_overtime where org_id = any(${orgIds}::uuid[])) as count
  `.execute(db)
  return rows[0]!.count
}

/** A type whose name the successor has too becomes 事假（原某某小学）, because its requests stay what they are. */
export async function moveToOrg(db: Db, from: string, to: string) {
  await sql`
    update leave_type t set org_id = ${to},
      name = case when exists (select from leave_type o where o.org_id = ${to} and o.name = t.name)
        then left(t.name, 8) || '（' || left((select name from v_org where id = ${from}), 10) || '）' else t.name end
    where t.org_id = ${from}
  `.execute(db)
  for (const table of ['leave_request', 'leave_day', 'leave_overtime', 'leave_month'] as const)
    await sql`update ${sql.table(table)} set org_id = ${to} where org_id = ${from}`.execute(db)
}
