import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** When these lessons were changed last. */
export async function listSeenAt(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, updated_at as at from lesson where id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
