import type { Ctx, DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { pinyinOf } from '#packages/pinyin'
import { platformCtx } from '#kernel/access/server'
import { invitePerson, keepTotp, seedAccounts } from '#kernel/identity/server'
import { demoTotpSecret } from '../demo-totp.ts'
import type { Random } from '../random.ts'
import { colleaguesOf } from './staffing.ts'
import type { StoryDays } from './time.ts'

interface Life {
  cells: Cells
  district: DistrictId
  random: Random
  now: Date
  days: StoryDays
  password: string
}

/** Names that are free: whoever has the name of a colleague has a further letter. */
function namesFrom(prefix: string) {
  const taken = new Set<string>()
  return (name: string) => {
    const plain = `${prefix}.${pinyinOf(name, 'surname').full.replace(/[^a-z]/g, '')}`
    let free = plain
    for (let letter = 98; taken.has(free); letter++) free = plain + String.fromCharCode(letter)
    taken.add(free)
    return free
  }
}

/** Most of a school's staff have opened their account, some have a link that they have not used, a few have nothing. */
export async function openStaffAccounts(life: Life, { orgId, prefix }: { orgId: string; prefix: string }) {
  const { cells, district, random, now, days, password } = life
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, district, (db) => work(platformCtx(district, db, now)))
  const waiting = (await inside((ctx) => colleaguesOf(ctx, orgId))).filter(({ accountId }) => accountId === null)
  const drawn = waiting.map((colleague) => ({ colleague, lot: random.below(100) }))
  const nameOf = namesFrom(prefix)
  const opened = drawn.filter(({ lot }) => lot < 80)
  const accounts = await seedAccounts(
    { cells, district, now: days.at(40, 9) },
    opened.map(({ colleague: { personId, name } }) => ({ personId, userName: nameOf(name) })),
    password,
  )
  for (const accountId of accounts.values()) await keepTotp(cells, accountId, demoTotpSecret, 0, now)
  await inside(async (ctx) => {
    for (const { colleague, lot } of drawn)
      if (lot >= 80 && lot < 93)
        await invitePerson({ ...ctx, now: new Date(now.getTime() - (lot % 5) * 86_400_000) }, colleague.personId)
  })
}
