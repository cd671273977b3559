import { found, newId, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { createPerson, findPersonOfAccount } from '#kernel/identity/server'
import { findGuardian, nameOnRoster, upsertGuardian } from '../../guardian-queries.ts'
import { hashPhone, sealPhone } from '../../numbers.ts'

/** What somebody is called of whom nothing but a phone number is known. */
export const nameless = '家长'

/**
 * Makes whoever has this account and has shown to have this number in hand a guardian: somebody new, whom the school may
 * have on a roster by that number, or somebody who is here already, a teacher for one. Answers who that is.
 */
export async function registerGuardian(ctx: Ctx, accountId: string, phone: string) {
  const { districtId } = ctx.actor
  const fields = await fieldsOf(ctx.db, districtId)
  const person = await findPersonOfAccount({ db: ctx.db, districtId }, accountId)
  const personId = person?.id ?? (await newPerson())
  const { phone: sealed, phone_hash } = sealPhone(fields, personId, phone)
  const fresh = newId()
  const id = await upsertGuardian(ctx.db, { id: fresh, person_id: personId, phone: sealed, phone_hash }, ctx.now)
  return { id, personId, isNew: id === fresh }

  async function newPerson() {
    const listed = await nameOnRoster(ctx.db, hashPhone(fields, phone))
    return createPerson(ctx, { accountId, name: listed?.name ?? nameless, phone })
  }
}

/** The guardian who is calling. */
export const callingGuardian = async (ctx: Ctx) => found(await findGuardian(ctx.db, ctx.actor.userId), '家长')
