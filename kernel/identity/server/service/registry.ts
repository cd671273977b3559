import { newId, Refusal, type Ctx, type DistrictId } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { onConstraint, type Db } from '#packages/db'
import { pinyinOf } from '#packages/pinyin'
import { updatePerson, type PersonChange } from '../queries.ts'
import {
  holdNumber,
  holdPersons,
  insertPersons,
  knownByIdCard,
  othersByPhone,
  type PersonRecord,
} from '../registry-queries.ts'
import type { PersonFacts } from './person.ts'

type Reading = Pick<Ctx, 'db'> & { districtId: DistrictId }

/** Holds these people until the transaction ends, so that nobody else changes what they are counted for meanwhile. */
export const holdPeople = ({ db }: Pick<Ctx, 'db'>, personIds: readonly string[]) => holdPersons(db, personIds)

/** Who has this ID number in the district: nobody else may get it. */
export async function findByIdCard({ db, districtId }: Reading, idCard: string) {
  const fields = await fieldsOf(db, districtId)
  return knownByIdCard(db, fields.index('person.id_card', idCard.toUpperCase()))
}

/** Refuses a phone number that somebody else has. Until the transaction ends nobody else is given it either. */
export async function refuseTakenPhone({ db, districtId }: Reading, phone: string, but: string | null) {
  const fields = await fieldsOf(db, districtId)
  const hash = fields.index('person.phone', phone)
  await holdNumber(db, hash)
  const owner = await othersByPhone(db, hash, but)
  if (owner) throw new Refusal(`该手机号已被${owner.name}使用`)
}

/** The hashes that a number is searched by. */
export async function searchHashes(db: Db, district: DistrictId, digits: string) {
  const fields = await fieldsOf(db, district)
  return {
    phone: fields.index('person.phone', digits),
    tail: fields.index('person.phone_tail', digits),
    idCard: fields.index('person.id_card', digits.toUpperCase()),
  }
}

/** Opens the numbers of a row of v_staff_person: for masking, for comparing, for showing one that was asked for. */
export const openNumbers = (fields: FieldCipher, row: { phone: Buffer | null; idCard: Buffer | null }) => ({
  phone: row.phone ? fields.decrypt('person.phone', row.phone) : '',
  idCard: row.idCard ? fields.decrypt('person.id_card', row.idCard) : '',
})

/** What an administrator writes about who somebody is; what is left out stays, an empty number goes. */
export interface PersonEdit {
  name?: string
  sex?: '男' | '女' | ''
  idCard?: string
  phone?: string
}

export async function editPerson(ctx: Ctx, personId: string, { name, sex, idCard, phone }: PersonEdit) {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const change: PersonChange = {
    ...(name === undefined ? {} : namesOf(name)),
    ...(sex === undefined ? {} : { sex: sex || null }),
    ...(idCard === undefined ? {} : idCardOf(fields, idCard)),
    ...(phone === undefined ? {} : phoneOf(fields, phone)),
  }
  if (Object.keys(change).length === 0) return
  await updatePerson(ctx.db, personId, change, ctx.now).catch(
    onConstraint('person_id_card', '该身份证号已被他人使用', 'idCard'),
  )
}

function namesOf(name: string) {
  const { full, initials } = pinyinOf(name, 'surname')
  return { name, pinyin: full, pinyin_initials: initials }
}

const idCardOf = (fields: FieldCipher, idCard: string) => ({
  id_card: idCard ? fields.encrypt('person.id_card', idCard) : null,
  id_card_hash: idCard ? fields.index('person.id_card', idCard) : null,
})

const phoneOf = (fields: FieldCipher, phone: string) => ({
  phone: phone ? fields.encrypt('person.phone', phone) : null,
  phone_hash: phone ? fields.index('person.phone', phone) : null,
  phone_tail_hash: phone ? fields.index('person.phone_tail', phone.slice(-4)) : null,
})

/** Many people in one statement, for seeds and imports. The answer has their ids in the same order. */
export async function createPeople(ctx: Ctx, people: readonly PersonFacts[]): Promise<string[]> {
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
  const rows = people.map(({ id = newId(), accountId, name, sex, idCard = '', phone = '' }): PersonRecord => {
    const numbers = { ...idCardOf(fields, idCard), ...phoneOf(fields, phone) }
    return {
      ...{ id, account_id: accountId ?? null, sex: sex ?? null, ...namesOf(name) },
      ...{ id_card: hex(numbers.id_card), id_card_hash: hex(numbers.id_card_hash), phone: hex(numbers.phone) },
      ...{ phone_hash: hex(numbers.phone_hash), phone_tail_hash: hex(numbers.phone_tail_hash) },
    }
  })
  await insertPersons(ctx.db, rows, ctx.now)
  return rows.map(({ id }) => id)
}
