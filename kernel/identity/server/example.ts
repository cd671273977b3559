import { randomInt } from 'node:crypto'
import { idCardCheckDigit, newId, type Actor, type App, type Ctx } from '#packages/core'
import type { Cells } from '#packages/db'
import { findAccount } from './service/account.ts'
import { acceptInvitation, invitePerson } from './service/invitation.ts'

let idCards = 0
/**
 * A valid ID number that nobody else in the process has, of somebody born on that day. The area code does not exist.
 * Counted, because random numbers would sometimes collide.
 */
export function anIdCard(sex: '男' | '女' = '女', born = '1986-05-17') {
  const count = idCards++
  const area = `3399${String(Math.floor(count / 500) % 100).padStart(2, '0')}`
  const order = String((count % 500) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')
  const first = `${area}${born.replaceAll('-', '')}${order}`
  return first + idCardCheckDigit(first)
}

// Test files that run at the same time share the SMS simulator, so they must not begin with the same number.
let phones = randomInt(100_000_000)
/** A mobile number that nobody else has. The last four digits count up, so that masked numbers differ too. */
export const aPhone = () => `139${String(phones++ % 100_000_000).padStart(8, '0')}`

/** The password of everybody who gets an account by `openAccount`. */
export const password = 'Qinghe-Luye-2026'

interface Installation {
  app: App
  cells: Cells
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** Opens an account: the person is invited and accepts. Returns the id of the account. */
export async function openAccount({ app, cells, as }: Installation, person: Actor, userName: string) {
  const token = await as(person, (ctx) => invitePerson(ctx, person.personId))
  await acceptInvitation({ app, cells, now: new Date(), requestId: newId() }, { token, userName, password })
  return (await findAccount(cells, userName))!.id
}
