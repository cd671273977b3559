import { newId, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { onConstraint, type Db } from '#packages/db'
import { toPinyin } from '#packages/pinyin'
import { updatePerson, type PersonChange } from '../person-queries.ts'
import {
  deletePersons,
  lockNumber,
  lockPersons,
  lockPersonStates,
  insertPersons,
  findOwnerByIdCard,
  listOtherPhoneOwners,
  updatePersonStates,
  type PersonRecord,
  type PersonState,
} from '../person-registry-queries.ts'
import { proposeClaimMerges, type NewPersonValues } from './person.ts'
import { findNumberOwner, numberRegisteredMessage, phoneRegisteredRefusal } from './number-lookups.ts'

export type { PersonState } from '../person-registry-queries.ts'
type RegistryReadContext = Pick<Ctx, 'db'> & { districtId: DistrictId }

/** Locks people until the transaction ends, so that concurrent changes do not falsify counts. */
export const lockPeople = ({ db }: Pick<Ctx, 'db'>, personIds: readonly string[]) => lockPersons(db, personIds)

/** The person with this ID number in the district, where the number is unique. */
export async function findPersonByIdCard({ db, districtId }: RegistryReadContext, idCard: string) {
  const fields = await loadFieldCipher(db, districtId)
  return findOwnerByIdCard(db, fields.index('person.id_card', idCard.toUpperCase()))
}

interface PhoneCheck {
  phone: string
  /** The person who gets the number; null for a new person. */
  personId: string | null
  isReplacement?: boolean
  /** Whether the caller may read about this person. */
  isInScope(personId: string): Promise<boolean>
}

/**
 * Refuses a phone number of another person, and names the owner only within the caller's scope. Locks the number until
 * the transaction ends.
 */
export async function refuseTakenPhone(ctx: Ctx, { phone, personId, isReplacement = false, isInScope }: PhoneCheck) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const hash = fields.index('person.phone', phone)
  const find = async () => {
    await lockNumber(ctx.db, hash)
    const owners = await listOtherPhoneOwners(ctx.db, hash, personId)
    for (const { id, name } of owners) if (await isInScope(id)) return { name, mayTell: true }
    return owners.length > 0 ? { name: '', mayTell: false } : undefined
  }
  const owner = await findNumberOwner(ctx, {
    number: phone,
    isReplacement,
    find,
    isInScope: async ({ mayTell }) => mayTell,
  })
  if (owner?.isInScope) throw new Refusal(`该手机号已被${owner.name}使用`)
  if (owner) throw phoneRegisteredRefusal()
}

/** Hashes for searching by number, for many numbers. */
export const createNumberHasher = (fields: FieldCipher) => ({
  phone: (digits: string) => fields.index('person.phone', digits),
  tail: (digits: string) => fields.index('person.phone_tail', digits),
  idCard: (digits: string) => fields.index('person.id_card', digits.toUpperCase()),
})

/** The hashes that a number is searched by. */
export async function getSearchHashes(db: Db, district: DistrictId, digits: string) {
  const { phone, tail, idCard } = createNumberHasher(await loadFieldCipher(db, district))
  return { phone: phone(digits), tail: tail(digits), idCard: idCard(digits) }
}

interface EncryptedNumbers {
  personId: string
  phone: Buffer | null
  idCard: Buffer | null
}

/** Decrypts the numbers of a row of v_staff_person, for masking, comparing and reveals. */
export const decryptNumbers = (fields: FieldCipher, row: EncryptedNumbers) => ({
  phone: row.phone ? fields.decrypt('person.phone', row.phone, row.personId) : '',
  idCard: row.idCard ? fields.decrypt('person.id_card', row.idCard, row.personId) : '',
})

/** An administrator's edit of a person; missing fields stay, an empty number is removed. */
export interface PersonEdit {
  name?: string
  sex?: '男' | '女' | ''
  idCard?: string
  phone?: string
}

export async function updatePersonDetails(ctx: Ctx, personId: string, { name, sex, idCard, phone }: PersonEdit) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const change: PersonChange = {
    ...(name === undefined ? {} : getNameColumns(name)),
    ...(sex === undefined ? {} : { sex: sex || null }),
    ...(idCard === undefined ? {} : getIdCardColumns(fields, personId, idCard)),
    ...(phone === undefined ? {} : getPhoneColumns(fields, personId, phone)),
  }
  if (Object.keys(change).length === 0) return
  await updatePerson(ctx.db, personId, change, ctx.now).catch(onConstraint('person_id_card', numberRegisteredMessage))
  await proposeClaimMerges(ctx, [{ id: personId, hash: change.id_card_hash ?? null }])
}

function getNameColumns(name: string) {
  const { full, initials } = toPinyin(name, 'surname')
  return { name, pinyin: full, pinyin_initials: initials }
}

/** A number that a school enters is not a claim. */
const getIdCardColumns = (fields: FieldCipher, personId: string, idCard: string) => ({
  id_card: idCard ? fields.encrypt('person.id_card', idCard, personId) : null,
  id_card_hash: idCard ? fields.index('person.id_card', idCard) : null,
  id_card_claim_hash: null,
})

const getPhoneColumns = (fields: FieldCipher, personId: string, phone: string) => ({
  phone: phone ? fields.encrypt('person.phone', phone, personId) : null,
  phone_hash: phone ? fields.index('person.phone', phone) : null,
  phone_tail_hash: phone ? fields.index('person.phone_tail', phone.slice(-4)) : null,
})

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
const getHexIdCardColumns = (fields: FieldCipher, personId: string, idCard: string) => {
  const { id_card, id_card_hash, id_card_claim_hash } = getIdCardColumns(fields, personId, idCard)
  return { id_card: hex(id_card), id_card_hash: hex(id_card_hash), id_card_claim_hash }
}
const getHexPhoneColumns = (fields: FieldCipher, personId: string, number: string) => {
  const { phone, phone_hash, phone_tail_hash } = getPhoneColumns(fields, personId, number)
  return { phone: hex(phone), phone_hash: hex(phone_hash), phone_tail_hash: hex(phone_tail_hash) }
}

/** Many people in one statement, for seeds and imports. Returns their ids in the same order. */
export async function createPeople(ctx: Ctx, people: readonly NewPersonValues[]): Promise<string[]> {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const rows = people.map(({ id = newId(), accountId, name, sex, idCard = '', phone = '' }): PersonRecord => ({
    id,
    account_id: accountId ?? null,
    sex: sex ?? null,
    ...getNameColumns(name),
    ...getHexIdCardColumns(fields, id, idCard),
    ...getHexPhoneColumns(fields, id, phone),
  }))
  await insertPersons(ctx.db, rows, ctx.now)
  await proposeClaimMerges(ctx, rows.map(getIdCardHash))
  return rows.map(({ id }) => id)
}

const getIdCardHash = ({ id, id_card_hash }: Pick<PersonRecord, 'id' | 'id_card_hash'>) => ({
  id,
  hash: id_card_hash === null ? null : Buffer.from(id_card_hash, 'hex'),
})

/** `updatePersonDetails` for many at once. Returns the former states, byte by byte, for an undo. */
export async function updatePeopleDetails(
  ctx: Ctx,
  edits: readonly ({ id: string } & PersonEdit)[],
): Promise<PersonState[]> {
  if (edits.length === 0) return []
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const before = await lockPersonStates(
    ctx.db,
    edits.map(({ id }) => id),
  )
  const byId = new Map(before.map((state) => [state.id, state]))
  const after = edits.map(({ id, name, sex, idCard, phone }): PersonState => ({
    ...byId.get(id)!,
    ...(name === undefined ? {} : getNameColumns(name)),
    ...(sex === undefined ? {} : { sex: sex || null }),
    ...(idCard === undefined ? {} : getHexIdCardColumns(fields, id, idCard)),
    ...(phone === undefined ? {} : getHexPhoneColumns(fields, id, phone)),
  }))
  await updatePersonStates(ctx.db, after, ctx.now)
  const renumbered = after.filter(({ id, id_card_hash }) => id_card_hash !== byId.get(id)!.id_card_hash)
  await proposeClaimMerges(ctx, renumbered.map(getIdCardHash))
  return before
}

/** Restores the states that `updatePeopleDetails` returned. */
export async function restorePeople(ctx: Ctx, states: readonly PersonState[]) {
  if (states.length > 0) await updatePersonStates(ctx.db, states, ctx.now)
}

/** Deletes people of an undone import, to whom nothing refers. */
export async function deletePeople(ctx: Ctx, ids: readonly string[]) {
  if (ids.length > 0) await deletePersons(ctx.db, ids)
}
