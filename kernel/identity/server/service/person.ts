import { idCardSex, invalid, newId, type Ctx, type DistrictId, type PersonalWords } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { pinyinOf } from '#packages/pinyin'
import {
  bindingsById,
  hasOpenProposal,
  insertPerson,
  personByIdCard,
  personById,
  personOfAccount,
  phonesById,
  proposeMerge,
  unbindAccount,
  updatePerson,
  type PersonRow,
} from '../queries.ts'

export interface PersonFacts {
  id?: string
  accountId?: string
  name: string
  sex?: '男' | '女'
  idCard?: string
  phone?: string
}

/** Adds a human being to the district. The numbers are encrypted before they reach the database. */
export async function createPerson(ctx: Ctx, { id = newId(), accountId, name, sex, idCard, phone }: PersonFacts) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const { full, initials } = pinyinOf(name, 'surname')
  await insertPerson(
    ctx.db,
    {
      id,
      account_id: accountId ?? null,
      name,
      pinyin: full,
      pinyin_initials: initials,
      sex: sex ?? null,
      id_card: idCard ? fields.encrypt('person.id_card', idCard) : null,
      id_card_hash: idCard ? fields.index('person.id_card', idCard) : null,
      phone: phone ? fields.encrypt('person.phone', phone) : null,
      phone_hash: phone ? fields.index('person.phone', phone) : null,
      phone_tail_hash: phone ? fields.index('person.phone_tail', phone.slice(-4)) : null,
    },
    ctx.now,
  )
  return id
}

type Reading = Pick<Ctx, 'db'> & { districtId: DistrictId }

/** A person with the numbers in the clear: for sending a code and for comparing, never for an answer. */
export interface Self {
  id: string
  name: string
  sex: '男' | '女' | ''
  phone: string
  idCard: string
  avatarKey: string
  isBound: boolean
  /** Nothing to fill in: the number is there, or an administrator is looking at it. */
  idCardIsSettled: boolean
  /** What a colleague would try as this person's password. */
  guesses: PersonalWords
}

/** The person of an account in this district. */
export async function findPersonOfAccount(reading: Reading, accountId: string): Promise<Self | undefined> {
  const row = await personOfAccount(reading.db, accountId)
  return row && open(reading, row)
}

export async function readPerson(reading: Reading, personId: string): Promise<Self | undefined> {
  const row = await personById(reading.db, personId)
  return row && open(reading, row)
}

async function open({ db, districtId }: Reading, row: PersonRow): Promise<Self> {
  const fields = await fieldsOf(db, districtId)
  const phone = row.phone ? fields.decrypt('person.phone', row.phone) : ''
  const idCard = row.idCard ? fields.decrypt('person.id_card', row.idCard) : ''
  return {
    id: row.id,
    name: row.name,
    sex: row.sex ?? '',
    phone,
    idCard,
    avatarKey: row.avatarKey ?? '',
    isBound: row.isBound,
    idCardIsSettled: idCard !== '' || (await hasOpenProposal(db, row.id)),
    guesses: {
      words: [row.pinyin, row.initials],
      numbers: [phone, idCard, idCard.slice(6, 14)].filter(Boolean),
    },
  }
}

/** The phone numbers of these people, in the clear: for sending. Whoever has none is not in it. */
export async function phonesOf(
  { db, districtId }: Reading,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map()
  const fields = await fieldsOf(db, districtId)
  const rows = await phonesById(db, personIds)
  return new Map(rows.flatMap(({ id, phone }) => (phone ? [[id, fields.decrypt('person.phone', phone)]] : [])))
}

export const maskPhone = (phone: string) => (phone ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : '')
/** 330199************: with the birthday and the sex beside it five hundred numbers remain possible. */
export const maskIdCard = (number: string) => number.slice(0, 6) + '*'.repeat(Math.max(0, number.length - 6))

/** Keeps a person's ID number. If somebody else in the district has it, nothing is changed but a proposal made. */
export async function keepIdCard(ctx: Ctx, self: Self, idCard: string): Promise<'kept' | 'proposed'> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const number = idCard.toUpperCase()
  if (self.sex && idCardSex(number) !== self.sex) throw invalid([{ field: 'idCard', msg: '性别与身份证号性别不符' }])
  const hash = fields.index('person.id_card', number)
  const owner = await personByIdCard(ctx.db, hash)
  if (owner && owner.id !== self.id) {
    await proposeMerge(ctx.db, { id: newId(), person_id: self.id, other_person_id: owner.id }, ctx.now)
    return 'proposed'
  }
  const change = { id_card: fields.encrypt('person.id_card', number), id_card_hash: hash, sex: idCardSex(number) }
  await updatePerson(ctx.db, self.id, change, ctx.now)
  return 'kept'
}

export const keepSex = (ctx: Ctx, personId: string, sex: '男' | '女') =>
  updatePerson(ctx.db, personId, { sex }, ctx.now)

export async function keepPhone(ctx: Ctx, personId: string, phone: string) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const change = {
    phone: fields.encrypt('person.phone', phone),
    phone_hash: fields.index('person.phone', phone),
    phone_tail_hash: fields.index('person.phone_tail', phone.slice(-4)),
  }
  await updatePerson(ctx.db, personId, change, ctx.now)
}

export const keepAvatar = (ctx: Ctx, personId: string, key: string) =>
  updatePerson(ctx.db, personId, { avatar_key: key }, ctx.now)

/** Who somebody is at a workplace: at a company of DingTalk's, for one. */
export interface Binding {
  corpId: string
  unionId: string
}
const bindingField = 'person.workplace'

/** Keeps whom a person is bound to, or that she is bound to nobody any more. */
export async function keepBinding(ctx: Ctx, personId: string, binding: Binding | null) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const workplace = binding && fields.encrypt(bindingField, JSON.stringify(binding))
  await updatePerson(ctx.db, personId, { is_bound: binding !== null, workplace }, ctx.now)
}

/** The account is bound to nobody any more: nothing is told there either. */
export const dropBindingOfAccount = ({ db, now }: Pick<Ctx, 'db' | 'now'>, accountId: string) =>
  unbindAccount(db, accountId, now)

/** Which of these people are bound, and to whom. */
export async function bindingsOf({ db, districtId }: Reading, personIds: readonly string[]) {
  if (personIds.length === 0) return new Map<string, Binding>()
  const fields = await fieldsOf(db, districtId)
  const rows = await bindingsById(db, personIds)
  return new Map(
    rows.map(({ id, workplace }) => [id, JSON.parse(fields.decrypt(bindingField, workplace)) as Binding] as const),
  )
}

/** Which of these people are bound. */
export const boundAmong = async ({ db }: Pick<Ctx, 'db'>, personIds: readonly string[]) =>
  new Set((await bindingsById(db, personIds)).map(({ id }) => id))
