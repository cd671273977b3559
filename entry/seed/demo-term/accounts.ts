import { newId, type Ctx } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import { invitePerson, saveTotp, seedAccounts } from '#kernel/identity/server/api.ts'
import { demoTotpSecret } from '../demo-totp.ts'
import type { Random } from '../random.ts'
import type { DemoTermRun } from './term-run.ts'
import { listColleagues } from './school-staff.ts'
import type { DemoTermDays } from './term-days.ts'

interface AccountSeedOptions {
  orgId: string
  prefix: string
  random: Random
  days: DemoTermDays
  password: string
}

/** Unused login names: a second person with the same name gets a further letter. */
function createUserNames(prefix: string) {
  const taken = new Set<string>()
  return (name: string) => {
    const plain = `${prefix}.${toPinyin(name, 'surname').full.replace(/[^a-z]/g, '')}`
    let free = plain
    for (let letter = 98; taken.has(free); letter++) free = plain + String.fromCharCode(letter)
    taken.add(free)
    return free
  }
}

/** Most of a school's staff have an account, some an unused invitation link, a few nothing. */
export async function openStaffAccounts(
  { run, now, step }: DemoTermRun,
  { orgId, prefix, random, days, password }: AccountSeedOptions,
) {
  const draw = async (ctx: Ctx) => {
    const waiting = (await listColleagues(ctx, orgId)).filter(({ accountId }) => accountId === null)
    const drawn = waiting.map((colleague) => ({ colleague, lot: random.below(100) }))
    const nameOf = createUserNames(prefix)
    const accounts = drawn.flatMap(({ lot, colleague: { personId, name } }) =>
      lot < 80 ? [{ personId, accountId: newId(), userName: nameOf(name) }] : [],
    )
    for (const { colleague, lot } of drawn)
      if (lot >= 80 && lot < 93)
        await invitePerson({ ...ctx, now: new Date(now.getTime() - (lot % 5) * 86_400_000) }, colleague.personId)
    return accounts
  }
  const opened = await step(`invitations of ${prefix}`, draw, [random])
  const { cells, district } = run
  await run.stepOutside(`accounts of ${prefix}`, async () => {
    await seedAccounts({ cells, district, now: days.at(40, 9) }, opened, password)
    for (const { accountId } of opened) await saveTotp(cells, accountId, demoTotpSecret, 0, now)
  })
}
