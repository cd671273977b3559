import { sql } from 'kysely'
import type { Db, DirectoryDb } from '#packages/db'

/** The state of two persons before a merge, without numbers: only which person had which. */
export interface PersonMergeRecord {
  keep: { version: number; updatedAt: string }
  other: { version: number; updatedAt: string }
  /** What the remaining person got from the other. */
  taken: ('id_card' | 'phone' | 'account' | 'workplace')[]
}

interface MergePersonState {
  id: string
  version: number
  updatedAt: string
  hasIdCard: boolean
  hasPhone: boolean
  accountId: string | null
  isBound: boolean
  mergedInto: string | null
}

export async function lockMergeStates(db: Db, ids: readonly string[]): Promise<MergePersonState[]> {
  const { rows } = await sql<MergePersonState>`
    select id, version, updated_at::text as "updatedAt", id_card is not null as "hasIdCard",
      phone is not null as "hasPhone", account_id as "accountId", is_bound as "isBound", merged_into as "mergedInto"
    from person where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db)
  return rows
}

const columnGroups = {
  id_card: ['id_card', 'id_card_hash', 'id_card_claim_hash'],
  phone: ['phone', 'phone_hash', 'phone_tail_hash'],
  account: ['account_id', 'login_name'],
  workplace: ['is_bound', 'workplace'],
} as const
const emptyValues: Readonly<Record<string, string>> = { login_name: "''", is_bound: 'false' }

/** Converts a value of one person's row for another's. */
export type MoveValue = (column: string, value: unknown) => unknown

/** Moves columns from one person to another. Removes them first, because a number or account is unique. */
export async function movePersonColumns(
  db: Db,
  from: string,
  to: string,
  things: PersonMergeRecord['taken'],
  moveValue: MoveValue,
) {
  const columns = things.flatMap((thing): readonly string[] => columnGroups[thing])
  if (columns.length === 0) return
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from person where id = ${from}
  `.execute(db)
  const clear = columns.map((name) => sql`${sql.ref(name)} = ${sql.raw(emptyValues[name] ?? 'null')}`)
  await sql`update person set ${sql.join(clear)} where id = ${from}`.execute(db)
  const set = columns.map((name) => sql`${sql.ref(name)} = ${moveValue(name, rows[0]![name])}`)
  await sql`update person set ${sql.join(set)} where id = ${to}`.execute(db)
}

export const setMergedInto = (db: Db, id: string, into: string | null) =>
  sql`update person set merged_into = ${into} where id = ${id}`.execute(db)

export const markPersonsChanged = (db: Db, ids: readonly string[], now: Date) =>
  sql`
    update person set version = version + 1, updated_at = ${now}, changed_at = now() where id = any(${ids}::uuid[])
  `.execute(db)

/**
 * Restores the version, or the next one if somebody has changed the person since. The change time is now, so that
 * readers notice.
 */
export const restorePersonVersion = (db: Db, id: string, was: { version: number; updatedAt: string }) =>
  sql`
    update person set changed_at = now(),
      version = case when version = ${was.version + 1} then ${was.version}::int else version + 1 end,
      updated_at = case when version = ${was.version + 1} then ${was.updatedAt}::timestamptz else updated_at end
    where id = ${id}
  `.execute(db)

/** Settles all proposals about these two; returns their ids. */
export async function updateMergeProposals(db: Db, one: string, two: string, from: string, to: string, now: Date) {
  const { rows } = await sql<{ id: string }>`
    update merge_proposal set status = ${to}, decided_at = ${to === 'open' ? null : now}
    where status = ${from} and (person_id, other_person_id) in ((${one}::uuid, ${two}::uuid), (${two}::uuid, ${one}::uuid))
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function updateMergeProposal(db: Db, id: string, to: 'refused', now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('merge_proposal')
    .set({ status: to, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const insertMergedProposal = (
  db: Db,
  row: { id: string; person_id: string; other_person_id: string },
  now: Date,
) =>
  db
    .insertInto('merge_proposal')
    .values({ ...row, status: 'merged', created_at: now, decided_at: now })
    .execute()

export const countAccountDistricts = async (db: DirectoryDb, accountId: string) =>
  (await db.selectFrom('account_district').select('district_id').where('account_id', '=', accountId).execute()).length

/** Moves all identifiers to the other account, with their origin. Safe to repeat. */
export async function redirectIdentifiers(db: DirectoryDb, from: string, to: string) {
  await db
    .updateTable('identifier')
    .set({ account_id: to, merged_from: from })
    .where('account_id', '=', from)
    .where('merged_from', 'is', null)
    .execute()
  await db.updateTable('account').set({ status: 'disabled' }).where('id', '=', from).execute()
}

export async function restoreIdentifiers(db: DirectoryDb, to: string) {
  await db.updateTable('identifier').set({ account_id: to, merged_from: null }).where('merged_from', '=', to).execute()
  await db
    .updateTable('account')
    .set({ status: 'active' })
    .where('id', '=', to)
    .where('status', '=', 'disabled')
    .execute()
}
