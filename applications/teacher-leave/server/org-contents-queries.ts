import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from leave_request where org_id = any(${orgIds}::uuid[]))
      + (select count(*) from leave_overtime where org_id = any(${orgIds}::uuid[])) as count
  `.execute(db)
  return rows[0]!.count
}

/**
 * The types become 事假（某某小学） and are switched off: the requests stay what they are, and the staff of the successor
 * keep their own types and those of the district. Closed months stay, because the successor closes its own.
 */
export async function moveToOrg(db: Db, from: string, to: string) {
  await moveTypes(db, from, to)
  for (const table of ['leave_request', 'leave_day', 'leave_overtime'] as const)
    await sql`update ${sql.table(table)} set org_id = ${to} where org_id = ${from}`.execute(db)
}

async function moveTypes(db: Db, from: string, to: string) {
  const { rows } = await sql<{ id: string; name: string; orgName: string }>`
    select t.id, t.name, o.name as "orgName" from leave_type t join v_org o on o.id = t.org_id
    where t.org_id = ${from} order by t.sort, t.id
  `.execute(db)
  const { rows: there } = await sql<{ name: string }>`select name from leave_type where org_id = ${to}`.execute(db)
  const taken = new Set(there.map(({ name }) => name))
  for (const { id, name, orgName } of rows) {
    const fresh = findFreeName(name, orgName, taken)
    taken.add(fresh)
    await sql`update leave_type set org_id = ${to}, name = ${fresh}, is_disabled = true where id = ${id}`.execute(db)
  }
}

/** At most twenty characters, as the table allows. */
function findFreeName(name: string, orgName: string, taken: ReadonlySet<string>): string {
  const [start, end] = [name.slice(0, 7), orgName.slice(0, 8)]
  for (let number = 1; ; number++) {
    const fresh = `${start}（${end}）${number === 1 ? '' : number}`
    if (!taken.has(fresh)) return fresh
  }
}
