import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The pupils with these numbers, as keyed hashes in hex, of an organisation and those below it. */
export async function listPupilsByNumber(db: Db, orgPath: string, hashes: readonly string[]) {
  const { rows } = await sql<{ id: string; orgId: string; hash: string }>`
    select s.id, s.org_id as "orgId", encode(s.student_no_hash, 'hex') as hash
    from student s join v_org o on o.id = s.org_id and o.path <@ ${orgPath}::ltree
    where s.status in ('studying', 'suspended') and s.student_no_hash = any(select decode(h, 'hex') from unnest(${hashes}::text[]) as h)
  `.execute(db)
  return rows
}
