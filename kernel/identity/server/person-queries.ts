import { sql } from 'kysely'
import type { Db } from '#packages/db'

export type Theme = 'light' | 'dark' | 'system'

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

const selectPersons = (db: Db) =>
  db
    .selectFrom('person')
    .select(['id', 'account_id as accountId', 'name', 'pinyin', 'pinyin_initials as initials', 'sex', 'phone'])
    .select(['id_card as idCard', 'avatar_key as avatarKey', 'is_bound as isBound', 'theme'])
    .select(sql<boolean>`id_card_claim_hash is not null`.as('idCardIsClaim'))
    .$narrowType<{ sex: '男' | '女' | null }>()
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPersonById>>>

export const findPersonByAccount = (db: Db, accountId: string) =>
  selectPersons(db).where('account_id', '=', accountId).executeTakeFirst()

export const findPersonById = (db: Db, id: string) => selectPersons(db).where('id', '=', id).executeTakeFirst()

/** The person with the number; after a merge, the person that continues. */
export const selectPersonByIdCard = (db: Db, hash: Buffer) =>
  selectPersons(db)
    .where('id', 'in', (of) =>
      of
        .selectFrom('person')
        .select(sql<string>`coalesce(merged_into, id)`.as('id'))
        .where('id_card_hash', '=', hash),
    )
    .executeTakeFirst()

export const listEncryptedPhones = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'phone'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** Those of these people who are bound to a DingTalk user. */
export async function listEncryptedBindings(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; workplace: Buffer }[]> {
  const { rows } = await sql<{ id: string; workplace: Buffer }>`
    select id, workplace from person where id = any(${ids}::uuid[]) and is_bound and workplace is not null
  `.execute(db)
  return rows
}

export type PersonChange = Partial<
  Pick<
    NewPerson,
    | 'name'
    | 'pinyin'
    | 'pinyin_initials'
    | 'sex'
    | 'id_card'
    | 'id_card_hash'
    | 'phone'
    | 'phone_hash'
    | 'phone_tail_hash'
  >
> & { avatar_key?: string; is_bound?: boolean; workplace?: Buffer | null; id_card_claim_hash?: Buffer | null }

/** The version of users/get is the time of the transaction; a picture is not part of it. */
export const updatePerson = (db: Db, id: string, change: PersonChange, now: Date) =>
  db
    .updateTable('person')
    .set({ ...change, updated_at: now, version: sql<number>`version + 1` })
    .$if(!('avatar_key' in change), (query) => query.set({ changed_at: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()

export const findTheme = (db: Db, id: string) =>
  db.selectFrom('person').select('theme').where('id', '=', id).executeTakeFirst()

/** Not a change of the person: the version and users/get stay as they are. */
export const updateTheme = (db: Db, id: string, theme: Theme) =>
  db.updateTable('person').set({ theme }).where('id', '=', id).execute()

export const clearWorkplaceBinding = (db: Db, accountId: string, now: Date) =>
  db
    .updateTable('person')
    .set({ is_bound: false, workplace: null, updated_at: now, version: sql<number>`version + 1` })
    .set({ changed_at: sql<string>`now()` })
    .where('account_id', '=', accountId)
    .where('is_bound', '=', true)
    .execute()

/** Two persons with the same ID number: recorded once, for an administrator. */
export const insertMergeProposal = (
  db: Db,
  row: { id: string; person_id: string; other_person_id: string },
  now: Date,
) =>
  db
    .insertInto('merge_proposal')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Closes the open merge proposals that a person's claim caused. */
export const refuseOpenProposals = (db: Db, personId: string, now: Date) =>
  db
    .updateTable('merge_proposal')
    .set({ status: 'refused', decided_at: now })
    .where('person_id', '=', personId)
    .where('status', '=', 'open')
    .execute()

/** People who claimed one of these numbers. */
export async function listIdCardClaims(
  db: Db,
  hashes: readonly Buffer[],
): Promise<{ personId: string; hash: Buffer }[]> {
  const { rows } = await sql<{ personId: string; hash: Buffer }>`
    select coalesce(merged_into, id) as "personId", id_card_claim_hash as hash from person
    where id_card_claim_hash = any(${hashes}::bytea[]) and id_card_claim_hash is not null order by id
  `.execute(db)
  return rows
}

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
    .select(['i.id', 'i.person_id as personId', 'i.account_id as accountId', 'p.name', 'p.pinyin'])
    .where('i.token_hash', '=', tokenHash)
    .where('i.expires_at', '>', now)
    .executeTakeFirst()

/** Staff lists show who is invited. */
export const markInvited = (db: Db, personId: string) =>
  db
    .updateTable('person')
    .set({ changed_at: sql<string>`now()` })
    .where('id', '=', personId)
    .execute()

/** Invalidates unused invitation links. */
export const expireInvitations = (db: Db, personIds: readonly string[], now: Date) =>
  db
    .updateTable('invitation')
    .set({ expires_at: now })
    .where(sql<boolean>`person_id = any(${personIds}::uuid[])`)
    .where('account_id', 'is', null)
    .where('expires_at', '>', now)
    .execute()

/** The same for one link. */
export const expireInvitation = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('invitation')
    .set({ expires_at: now })
    .where('token_hash', '=', tokenHash)
    .where('account_id', 'is', null)
    .execute()

/** Binds the account to the invited person. Only one account can succeed, and only while the link is valid. */
export async function acceptInvitationAccount(
  db: Db,
  tokenHash: Buffer,
  { id: accountId, userName }: { id: string; userName: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      update invitation set account_id = ${accountId}
      where token_hash = ${tokenHash} and expires_at > ${now} and (account_id is null or account_id = ${accountId})
      returning person_id
    )
    update person
    set account_id = ${accountId}, login_name = ${userName}, version = version + 1, updated_at = ${now}, changed_at = now()
    from taken
    where person.id = taken.person_id and (person.account_id is null or person.account_id = ${accountId})
    returning person.id
  `.execute(db)
  return rows.length === 1
}

/** Binds an account to a person who has none or this one. Returns whether it is bound now. */
export async function bindAccount(db: Db, personId: string, accountId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ account_id: accountId, updated_at: now, changed_at: sql<string>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', personId)
    .where((of) => of.or([of('account_id', 'is', null), of('account_id', '=', accountId)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
