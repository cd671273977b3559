import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { NewPerson } from './queries.ts'

/** Holds these people until the end of the transaction: who counts their places counts alone. In one order, for all. */
export const holdPersons = (db: Db, ids: readonly string[]) =>
  sql`select from person where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)

/** Whoever gives a number to somebody waits for whoever is giving the same one. */
export const holdNumber = (db: Db, hash: Buffer) =>
  sql`select pg_advisory_xact_lock(${hash.readInt32BE(0)}::int, ${hash.readInt32BE(4)}::int)`.execute(db)

interface Known {
  id: string
  name: string
  accountId: string | null
}
const known = sql`select id, name, account_id as "accountId" from person`

/** Who has the number; if that one turned out to be somebody else, that somebody. */
export async function knownByIdCard(db: Db, hash: Buffer): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    ${known} where id in (select coalesce(merged_into, id) from person where id_card_hash = ${hash})
  `.execute(db)
  return rows[0]
}

/** Somebody other than this one who has the phone number; who works here today first. */
export async function othersByPhone(db: Db, hash: Buffer, but: string | null): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    ${known} where phone_hash = ${hash} and merged_into is null and id is distinct from ${but}::uuid order by id limit 1
  `.execute(db)
  return rows[0]
}

export type PersonRecord = Omit<NewPerson, 'id_card' | 'id_card_hash' | 'phone' | 'phone_hash' | 'phone_tail_hash'> & {
  id_card: string | null
  id_card_hash: string | null
  phone: string | null
  phone_hash: string | null
  phone_tail_hash: string | null
}

/** Many at once: bytes travel as hex, because that is how JSON carries them. */
export const insertPersons = (db: Db, rows: readonly PersonRecord[], now: Date) =>
  sql`
    insert into person (id, account_id, name, pinyin, pinyin_initials, sex, id_card, id_card_hash, phone, phone_hash,
      phone_tail_hash, created_at, updated_at)
    select id, account_id, name, pinyin, pinyin_initials, sex, decode(id_card, 'hex'), decode(id_card_hash, 'hex'),
      decode(phone, 'hex'), decode(phone_hash, 'hex'), decode(phone_tail_hash, 'hex'), ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, account_id uuid, name text, pinyin text,
      pinyin_initials text, sex text, id_card text, id_card_hash text, phone text, phone_hash text, phone_tail_hash text)
  `.execute(db)
