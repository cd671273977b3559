import { newId, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { pinyinOf } from '#packages/pinyin'
import { insertPerson, personById, personOfAccount } from '../queries.ts'

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

/** The person of an account in this district. */
export const findPersonOfAccount = (ctx: Pick<Ctx, 'db'>, accountId: string) => personOfAccount(ctx.db, accountId)

/** What people see of themselves: numbers only masked. */
export async function readSelf(ctx: Ctx) {
  const person = await personById(ctx.db, ctx.actor.personId)
  if (!person) return { name: '', maskedPhone: '' }
  if (!person.phone) return { name: person.name, maskedPhone: '' }
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const phone = fields.decrypt('person.phone', person.phone)
  return { name: person.name, maskedPhone: `${phone.slice(0, 3)}****${phone.slice(-4)}` }
}
