import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { OrgType } from '../contract.ts'

/** Stores the hash of a join code; the previous code becomes invalid. */
export const updateJoinCode = (db: Db, id: string, code: { hash: Buffer; expiresAt: Date } | null) =>
  db
    .updateTable('organisation')
    .set({ join_code_hash: code?.hash ?? null, join_code_expires_at: code?.expiresAt ?? null })
    .where('id', '=', id)
    .execute()

export const findOrganisationByJoinCode = (
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ id: string; name: string; path: string; type: OrgType } | undefined> =>
  db
    .selectFrom('organisation as o')
    .select(['o.id', 'o.name', sql<string>`o.path::text`.as('path'), 'o.type'])
    .where('o.join_code_hash', '=', hash)
    .where('o.join_code_expires_at', '>', now)
    .where('o.deleted_at', 'is', null)
    .where('o.is_disabled', '=', false)
    .executeTakeFirst()
