import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { NewPerson } from './person-queries.ts'

/**
 * Locks people until the transaction ends, in a fixed order, so that their memberships are counted by one transaction
 * only.
 */
export const lockPersons = (db: Db, ids: readonly string[]) =>
  sql`select from person where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)

/** Serialises assignments of the same number. */
export const lockNumber = (db: Db, hash: Buffer) =>
  sql`select pg_advisory_xact_lock(${hash.readInt32BE(0)}::int, ${hash.readInt32BE(4)}::int)`.execute(db)

interface NumberOwner {
  id: string
  name: string
  accountId: string | null
}
const selectOwner = sql`select id, name, account_id as "accountId" from person`

/** The person with the number; after a merge, the person that continues. */
export async function findOwnerByIdCard(db: Db, hash: Buffer): Promise<NumberOwner | undefined> {
  const { rows } = await sql<NumberOwner>`
    ${selectOwner} where id in (select coalesce(merged_into, id) from person where id_card_hash = ${hash})
  `.execute(db)
  return rows[0]
}

/** Other people with the phone number, a few of them. */
export async function listOtherPhoneOwners(
  db: Db,
  hash: Buffer,
  exceptPersonId: string | null,
): Promise<NumberOwner[]> {
  const { rows } = await sql<NumberOwner>`
    ${selectOwner} where phone_hash = ${hash} and merged_into is null and id is distinct from ${exceptPersonId}::uuid order by id limit 10
  `.execute(db)
  return rows
}

export type PersonRecord = Omit<NewPerson, 'id_card' | 'id_card_hash' | 'phone' | 'phone_hash' | 'phone_tail_hash'> & {
  id_card: string | null
  id_card_hash: string | null
  phone: string | null
  phone_hash: string | null
  phone_tail_hash: string | null
}

/** Many at once: bytes are sent as hex, because JSON has no bytes. */
export const insertPersons = (db: Db, rows: readonly PersonRecord[], now: Date) =>
  sql`
    insert into person (id, account_id, name, pinyin, pinyin_initials, sex, id_card, id_card_hash, phone, phone_hash,
      phone_tail_hash, created_at, updated_at)
    select id, account_id, name, pinyin, pinyin_initials, sex, decode(id_card, 'hex'), decode(id_card_hash, 'hex'),
      decode(phone, 'hex'), decode(phone_hash, 'hex'), decode(phone_tail_hash, 'hex'), ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, account_id uuid, name text, pinyin text,
      pinyin_initials text, sex text, id_card text, id_card_hash text, phone text, phone_hash text, phone_tail_hash text)
  `.execute(db)

/** The details of a person that administrators edit, with encrypted bytes as stored. */
export type PersonState = Omit<PersonRecord, 'account_id'> & {
  /** Missing in undo data from before numbers could be claimed. */
  id_card_claim_hash?: string | null
}

/** Reads people and locks them until the transaction ends. */
export async function lockPersonStates(db: Db, ids: readonly string[]): Promise<PersonState[]> {
  const { rows } = await sql<PersonState>`
    select id, name, pinyin, pinyin_initials, sex, encode(id_card, 'hex') as id_card,
      encode(id_card_hash, 'hex') as id_card_hash, encode(phone, 'hex') as phone, encode(phone_hash, 'hex') as phone_hash,
      encode(phone_tail_hash, 'hex') as phone_tail_hash, encode(id_card_claim_hash, 'hex') as id_card_claim_hash
    from person where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db)
  return rows
}

export const updatePersonStates = (db: Db, rows: readonly PersonState[], now: Date) =>
  sql`
    update person p set name = r.name, pinyin = r.pinyin, pinyin_initials = r.pinyin_initials, sex = r.sex,
      id_card = decode(r.id_card, 'hex'), id_card_hash = decode(r.id_card_hash, 'hex'),
      id_card_claim_hash = decode(r.id_card_claim_hash, 'hex'), phone = decode(r.phone, 'hex'),
      phone_hash = decode(r.phone_hash, 'hex'), phone_tail_hash = decode(r.phone_tail_hash, 'hex'),
      version = p.version + 1, updated_at = ${now}, changed_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, name text, pinyin text, pinyin_initials text,
      sex text, id_card text, id_card_hash text, id_card_claim_hash text, phone text, phone_hash text, phone_tail_hash text)
    where p.id = r.id
  `.execute(db)

/** Deletes people permanently, with unused invitations. A foreign key refuses people who are referred to elsewhere. */
export async function deletePersons(db: Db, ids: readonly string[]) {
  await sql`delete from invitation where person_id = any(${ids}::uuid[]) and account_id is null`.execute(db)
  await sql`delete from person where id = any(${ids}::uuid[])`.execute(db)
}
