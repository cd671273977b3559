import { idCardSex, invalid, newId, Refusal, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { toPinyin } from '#packages/pinyin'
import {
  listEncryptedBindings,
  listIdCardClaims,
  refuseOpenProposals,
  insertPerson,
  selectPersonByIdCard,
  findPersonById,
  findPersonByAccount,
  listEncryptedPhones,
  insertMergeProposal,
  clearWorkplaceBinding,
  updatePerson,
  findTheme,
  updateTheme,
  type PersonRow,
  type Theme,
} from '../person-queries.ts'

export interface NewPersonValues {
  id?: string
  accountId?: string
  name: string
  sex?: '男' | '女'
  idCard?: string
  phone?: string
}

/** Adds a person to the district. The numbers are encrypted before they reach the database. */
export async function createPerson(ctx: Ctx, { id = newId(), accountId, name, sex, idCard, phone }: NewPersonValues) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const { full, initials } = toPinyin(name, 'surname')
  const hash = idCard ? fields.index('person.id_card', idCard) : null
  await insertPerson(
    ctx.db,
    {
      id,
      account_id: accountId ?? null,
      name,
      pinyin: full,
      pinyin_initials: initials,
      sex: sex ?? null,
      id_card: idCard ? fields.encrypt('person.id_card', idCard, id) : null,
      id_card_hash: hash,
      phone: phone ? fields.encrypt('person.phone', phone, id) : null,
      phone_hash: phone ? fields.index('person.phone', phone) : null,
      phone_tail_hash: phone ? fields.index('person.phone_tail', phone.slice(-4)) : null,
    },
    ctx.now,
  )
  await proposeClaimMerges(ctx, [{ id, hash }])
  return id
}

type PersonReadContext = Pick<Ctx, 'db'> & { districtId: DistrictId }

/** A person with decrypted numbers: for sending codes and comparing, never for an answer. */
export interface DecryptedPerson {
  id: string
  name: string
  sex: '男' | '女' | ''
  phone: string
  idCard: string
  avatarKey: string
  isBound: boolean
  theme: Theme
  /** Stated by the person, not entered by a school. */
  idCardIsClaim: boolean
  /** Likely guesses of this person's password. */
  guesses: PersonalWords
}

/** The person of an account in this district. */
export async function findPersonOfAccount(
  context: PersonReadContext,
  accountId: string,
): Promise<DecryptedPerson | undefined> {
  const row = await findPersonByAccount(context.db, accountId)
  return row && decryptPerson(context, row)
}

export async function getPerson(context: PersonReadContext, personId: string): Promise<DecryptedPerson | undefined> {
  const row = await findPersonById(context.db, personId)
  return row && decryptPerson(context, row)
}

async function decryptPerson({ db, districtId }: PersonReadContext, row: PersonRow): Promise<DecryptedPerson> {
  const fields = await loadFieldCipher(db, districtId)
  const phone = row.phone ? fields.decrypt('person.phone', row.phone, row.id) : ''
  const idCard = row.idCard ? fields.decrypt('person.id_card', row.idCard, row.id) : ''
  return {
    id: row.id,
    name: row.name,
    sex: row.sex ?? '',
    phone,
    idCard,
    avatarKey: row.avatarKey ?? '',
    isBound: row.isBound,
    theme: row.theme,
    idCardIsClaim: row.idCardIsClaim,
    guesses: {
      dictionaryWords: [row.pinyin, row.initials],
      numbers: [phone, idCard, idCard.slice(6, 14)].filter(Boolean),
    },
  }
}

/** Decrypted phone numbers of these people, for sending. People without a number are missing. */
export async function getPhones(
  { db, districtId }: PersonReadContext,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const fields = await loadFieldCipher(db, districtId)
  const rows = await listEncryptedPhones(db, personIds)
  return new Map(rows.flatMap(({ id, phone }) => (phone ? [[id, fields.decrypt('person.phone', phone, id)]] : [])))
}

export const maskPhone = (phone: string) => (phone ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : '')
/** 330199************: with the birthday and the sex beside it five hundred numbers remain possible. */
export const maskIdCard = (number: string) => number.slice(0, 6) + '*'.repeat(Math.max(0, number.length - 6))

/**
 * Stores the ID number that a person states, as a claim: it is neither searched by nor unique, because anybody can
 * state any number. If the number is registered for another person, a merge is proposed to the administrator; the
 * caller does not learn that.
 */
export async function claimIdCard(ctx: Ctx, self: DecryptedPerson, idCard: string) {
  if (self.idCard && !self.idCardIsClaim) throw new Refusal('身份证号已登记，如需更正请联系管理员')
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const number = idCard.toUpperCase()
  if (self.sex && idCardSex(number) !== self.sex) throw invalid([{ field: 'idCard', msg: '性别与身份证号性别不符' }])
  const hash = fields.index('person.id_card', number)
  const change = {
    id_card: fields.encrypt('person.id_card', number, self.id),
    id_card_claim_hash: hash,
    sex: idCardSex(number),
  }
  await updatePerson(ctx.db, self.id, change, ctx.now)
  // Proposals of an earlier claim.
  await refuseOpenProposals(ctx.db, self.id, ctx.now)
  const owner = await selectPersonByIdCard(ctx.db, hash)
  if (owner && owner.id !== self.id)
    await insertMergeProposal(ctx.db, { id: newId(), person_id: self.id, other_person_id: owner.id }, ctx.now)
}

/** Proposes to merge the people who claimed a number with the person who has just been entered with it. */
export async function proposeClaimMerges(ctx: Ctx, entered: readonly { id: string; hash: Buffer | null }[]) {
  const numbers = entered.flatMap(({ id, hash }) => (hash ? { id, hash } : []))
  if (numbers.length === 0) return
  const claims = await listIdCardClaims(
    ctx.db,
    numbers.map(({ hash }) => hash),
  )
  for (const claim of claims) {
    const owner = numbers.find(({ hash }) => hash.equals(claim.hash))!
    if (owner.id !== claim.personId)
      await insertMergeProposal(ctx.db, { id: newId(), person_id: claim.personId, other_person_id: owner.id }, ctx.now)
  }
}

export const updateSex = (ctx: Ctx, personId: string, sex: '男' | '女') =>
  updatePerson(ctx.db, personId, { sex }, ctx.now)

export async function updatePhone(ctx: Ctx, personId: string, phone: string) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const change = {
    phone: fields.encrypt('person.phone', phone, personId),
    phone_hash: fields.index('person.phone', phone),
    phone_tail_hash: fields.index('person.phone_tail', phone.slice(-4)),
  }
  await updatePerson(ctx.db, personId, change, ctx.now)
}

export const updateAvatar = (ctx: Ctx, personId: string, key: string) =>
  updatePerson(ctx.db, personId, { avatar_key: key }, ctx.now)

/** The chosen theme of the caller. */
export const getOwnTheme = async ({ db, actor }: Ctx): Promise<Theme> =>
  (await findTheme(db, actor.personId))?.theme ?? 'system'

export const updateOwnTheme = ({ db, actor }: Ctx, theme: Theme) => updateTheme(db, actor.personId, theme)

/** The user of a person at a workplace, for example a DingTalk company. */
export interface WorkplaceBinding {
  corpId: string
  unionId: string
}
const bindingField = 'person.workplace'

/** Stores or (null) removes the binding of a person. */
export async function updateWorkplaceBinding(ctx: Ctx, personId: string, binding: WorkplaceBinding | null) {
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const workplace = binding && fields.encrypt(bindingField, JSON.stringify(binding), personId)
  await updatePerson(ctx.db, personId, { is_bound: binding !== null, workplace }, ctx.now)
}

/** Removes the binding of an account, so that no notifications go there. */
export const removeWorkplaceBinding = ({ db, now }: Pick<Ctx, 'db' | 'now'>, accountId: string) =>
  clearWorkplaceBinding(db, accountId, now)

/** The bindings of these people. */
export async function getWorkplaceBindings({ db, districtId }: PersonReadContext, personIds: readonly string[]) {
  if (personIds.length === 0) return new Map<string, WorkplaceBinding>()
  const fields = await loadFieldCipher(db, districtId)
  const rows = await listEncryptedBindings(db, personIds)
  return new Map(
    rows.map(
      ({ id, workplace }) => [id, JSON.parse(fields.decrypt(bindingField, workplace, id)) as WorkplaceBinding] as const,
    ),
  )
}

export const listBoundPersonIds = async ({ db }: Pick<Ctx, 'db'>, personIds: readonly string[]) =>
  new Set((await listEncryptedBindings(db, personIds)).map(({ id }) => id))
