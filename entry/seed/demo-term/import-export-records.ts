import { addDays, dayOf, type Actor, type Ctx } from '#packages/core'
import type { SeedSignIn } from '#kernel/session/server/api.ts'
import { seedExport, seedImport, type SeedExport, type SeedImport } from '#kernel/sheet/server/seed.ts'
import type { Random } from '../random.ts'
import type { DemoTermDays } from './term-days.ts'

/** A staff member with an account. */
export type StaffAccount = Pick<Actor, 'personId' | 'userId' | 'orgId' | 'accountId'>

export const actAs = (ctx: Ctx, { personId, userId, orgId, accountId }: StaffAccount, now: Date): Ctx => ({
  ...ctx,
  now,
  actor: { ...ctx.actor, kind: 'staff', personId, userId, orgId, accountId },
})

const dayMs = 86_400_000

/** Files of the past days, oldest first; older ones would be deleted. */
const imports: readonly (SeedImport & { daysAgo: number })[] = [
  {
    daysAgo: 6,
    target: 'student',
    fileName: '七年级新生补录.xlsx',
    rows: { new: 3, changed: 12, same: 75, left: 0 },
    before: 807,
  },
  {
    daysAgo: 5,
    target: 'staff',
    fileName: '教职工信息（人事处）.xlsx',
    failure: '文件不是有效的Excel工作簿，可能已损坏或加了密码，请另存后重新上传',
    rows: { new: 0, changed: 0, same: 0, left: 0 },
    before: 0,
  },
  {
    daysAgo: 4,
    target: 'staff',
    fileName: '教职工信息（人事处）-解密.xlsx',
    rows: { new: 2, changed: 18, same: 31, left: 1 },
    before: 46,
  },
  {
    daysAgo: 2,
    target: 'student',
    fileName: '监护人手机更新.xlsx',
    rows: { new: 0, changed: 46, same: 40, left: 4 },
    before: 810,
  },
]

/** Imports of a school administrator this week; one file could not be read. */
export async function seedImports(ctx: Ctx, admin: StaffAccount, orgName: string) {
  for (const { daysAgo, ...one } of imports)
    await seedImport(actAs(ctx, admin, new Date(ctx.now.getTime() - daysAgo * dayMs)), one, orgName)
}

const pupilColumns = ['name', 'sex', 'className', 'seat', 'status']
const staffColumns = ['name', 'sex', 'number', 'department', 'post', 'subject']

const exports: readonly (SeedExport & { ago: number })[] = [
  {
    ago: 33,
    source: 'student',
    description: '全部在读学生',
    columns: [...pupilColumns, 'studentNo'],
    isWhole: true,
    reason: '上报区学籍核对，需要完整学籍号',
    count: 810,
    state: 'done',
  },
  {
    ago: 20,
    source: 'staff',
    description: '全部教职工',
    columns: staffColumns,
    isWhole: false,
    reason: '',
    count: 47,
    state: 'done',
  },
  {
    ago: 13,
    source: 'student',
    description: '九年级',
    columns: [...pupilColumns, 'idCard', 'phone'],
    isWhole: true,
    reason: '制作通讯录',
    count: 91,
    state: 'refused',
  },
  {
    ago: 6,
    source: 'student',
    description: '九年级',
    columns: pupilColumns,
    isWhole: false,
    reason: '',
    count: 91,
    state: 'done',
  },
  {
    ago: 3,
    source: 'student',
    description: '全部住校生',
    columns: pupilColumns,
    isWhole: false,
    reason: '',
    count: 41,
    state: 'done',
  },
]
const waitingExport: SeedExport = {
  source: 'student',
  description: '九年级',
  columns: [...pupilColumns, 'studentNo', 'idCard'],
  isWhole: true,
  reason: '中考报名信息核对，需要完整证件号',
  count: 91,
  state: 'waiting',
}
const secondWaitingExport: SeedExport = {
  ...waitingExport,
  description: '七年级',
  reason: '学籍建档，需要完整证件号',
  count: 86,
}
const opinions = { done: '同意，用后请删除。', refused: '通讯录不需要证件号，请改为隐藏后导出。' } as const

/** Exports of a school, some of them approved or refused, and two that wait. */
export async function seedExports(ctx: Ctx, admin: StaffAccount, days: DemoTermDays) {
  for (const { ago, ...one } of exports) {
    const opinion = one.isWhole && (one.state === 'done' || one.state === 'refused') ? opinions[one.state] : undefined
    await seedExport(actAs(ctx, admin, days.at(ago, 15)), { ...one, ...(opinion && { opinion }) })
  }
  // Three days at most: undecided requests expire then.
  const yesterday = new Date(`${addDays(dayOf(ctx.now), -1)}T16:20:00+08:00`)
  for (const one of [waitingExport, secondWaitingExport]) await seedExport(actAs(ctx, admin, yesterday), one)
}

// prettier-ignore
const agents = {
  office: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  home: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
} as const

/** Sign-ins of the past two weeks: mornings at the office, evenings by phone, once with a wrong password. */
export function createSignIns(
  worker: StaffAccount,
  { random, days }: { random: Random; days: DemoTermDays },
): SeedSignIn[] {
  const phone = random.pick(['iphone', 'android'] as const)
  const office = `10.33.${1 + random.below(200)}.${2 + random.below(250)}`
  const signIns: SeedSignIn[] = []
  const add = (ago: number, hour: number, more: Pick<SeedSignIn, 'signInMethod' | 'outcome' | 'agent' | 'address'>) =>
    signIns.push({
      accountId: worker.accountId,
      personId: worker.personId,
      userId: worker.userId,
      orgId: worker.orgId,
      at: days.at(ago, hour),
      signInMethod: more.signInMethod,
      outcome: more.outcome,
      agent: more.agent,
      address: more.address,
    })
  for (let ago = 13; ago >= 1; ago -= 1 + random.below(3)) {
    const morning = 7.6 + random.below(60) / 60
    if (random.below(9) === 0)
      add(ago, morning - 0.02, {
        signInMethod: 'password',
        outcome: 'wrong-password',
        agent: agents.office,
        address: office,
      })
    add(ago, morning, { signInMethod: 'password', outcome: 'entered', agent: agents.office, address: office })
    if (random.below(3) === 0)
      add(ago, 19.5, { signInMethod: 'sms', outcome: 'entered', agent: agents[phone], address: '100.64.8.21' })
    if (random.below(8) === 0)
      add(ago, 21, { signInMethod: 'qr', outcome: 'entered', agent: agents.home, address: '100.72.31.4' })
  }
  // The phone is still signed in.
  const last = signIns.findLast(({ agent, outcome }) => agent === agents[phone] && outcome === 'entered')
  if (last) last.isOpen = true
  return signIns
}
