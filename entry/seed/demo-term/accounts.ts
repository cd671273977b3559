import type { Ctx, DistrictId, App } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { toPinyin } from '#packages/pinyin'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { invitePerson, saveTotp, seedAccounts } from '#kernel/identity/server/api.ts'
import { demoTotpSecret } from '../demo-totp.ts'
import type { Random } from '../random.ts'
import { listColleagues } from './school-staff.ts'
import type { DemoTermDays } from './term-days.ts'

interface AccountSeedContext {
  app: App
  cells: Cells
  district: DistrictId
  random: Random
  now: Date
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
  life: AccountSeedContext,
  { orgId, prefix }: { orgId: string; prefix: string },
) {
  const { app, cells, district, random, now, days, password } = life
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, district, (db) => work(createPlatformCtx(app, district, db, now)))
  const waiting = (await inside((ctx) => listColleagues(ctx, orgId))).filter(({ accountId }) => accountId === null)
  const drawn = waiting.map((colleague) => ({ colleague, lot: random.below(100) }))
  const nameOf = createUserNames(prefix)
  const opened = drawn.filter(({ lot }) => lot < 80)
  const accounts = await seedAccounts(
    { cells, district, now: days.at(40, 9) },
    opened.map(({ colleague: { personId, name } }) => ({ personId, userName: nameOf(name) })),
    password,
  )
  for (const accountId of accounts.values()) await saveTotp(cells, accountId, demoTotpSecret, 0, now)
  await inside(async (ctx) => {
    for (const { colleague, lot } of drawn)
      if (lot >= 80 && lot < 93)
        await invitePerson({ ...ctx, now: new Date(now.getTime() - (lot % 5) * 86_400_000) }, colleague.personId)
  })
}
