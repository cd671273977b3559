import { sql } from 'kysely'
import type { Db } from '#packages/db'

const most = 20

/**
 * Organisations of the district by part of the name, pinyin or initials, shortest name first, because it is the closest
 * match. No index is needed for a few hundred rows.
 */
export async function findDestinations(db: Db, keyword: string): Promise<{ id: string; name: string }[]> {
  const letters = keyword.toLowerCase()
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from v_org o
    where o.type <> 'department' and not o.is_disabled
      and (position(${keyword} in o.name) > 0 or position(${letters} in o.pinyin) > 0
        or position(${letters} in o.pinyin_initials) > 0)
    order by length(o.name), o.pinyin, o.id
    limit ${most}
  `.execute(db)
  return rows
}
