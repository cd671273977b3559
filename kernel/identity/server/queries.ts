import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface NewPerson {
  id: string
  account_id: string | null
  name: string
  pinyin: string
  pinyin_initials: string
  sex: '男' | '女' | null
  id_card: Buffer | null
  id_card_hash: Buffer | null
  phone: Buffer | null
  phone_hash: Buffer | null
  phone_tail_hash: Buffer | null
}

export const insertPerson = (db: Db, person: NewPerson, now: Date) =>
  db
    .insertInto('person')
    .values({ ...person, created_at: now, updated_at: now })
    .execute()

export const personOfAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'phone', 'id_card'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const personById = (db: Db, id: string) =>
  db.selectFrom('person').select(['id', 'name', 'phone', 'id_card']).where('id', '=', id).executeTakeFirst()

export const insertInvitation = (
  db: Db,
  row: { id: string; token_hash: Buffer; person_id: string; expires_at: Date },
  now: Date,
) =>
  db
    .insertInto('invitation')
    .values({ ...row, created_at: now })
    .execute()

export const findInvitation = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('person as p', 'p.id', 'i.person_id')
    .select(['i.id', 'i.person_id as personId', 'i.account_id as accountId', 'p.name'])
    .where('i.token_hash', '=', tokenHash)
    .where('i.expires_at', '>', now)
    .executeTakeFirst()

/** Gives an invited person the account. Only one account can win, and only while the link is good. */
export async function bindInvited(db: Db, tokenHash: Buffer, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      update invitation set account_id = ${accountId}
      where token_hash = ${tokenHash} and expires_at > ${now} and (account_id is null or account_id = ${accountId})
      returning person_id
    )
    update person set account_id = ${accountId}, version = version + 1, updated_at = ${now}
    from taken
    where person.id = taken.person_id and (person.account_id is null or person.account_id = ${accountId})
    returning person.id
  `.execute(db)
  return rows.length === 1
}
