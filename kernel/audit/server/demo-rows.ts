import { addDays, dayOf, emptyId, getWeekday, newId, startOfDay, type Ctx } from '#packages/core'
import type { IdentityKind, SecurityEventKind } from '../contract.ts'
import { recordIdentityChanges, recordLogin, recordSessionEnds, type IdentityFacts } from './audit-log.ts'
import { insertSecurityEvents } from './security-event-queries.ts'
import { listAccountIds } from './audit-log-queries.ts'

interface DemoMember {
  userName: string
  title: string
  membership?: { personId: string; userId: string; orgId: string }
}

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 15; HarmonyOS) AppleWebKit/537.36 Chrome/149.0.0.0 Mobile Safari/537.36'
const ways = [
  { sign_in_method: 'password', agent: windows, address: '10.20.3.' },
  { sign_in_method: 'qr', agent: windows, address: '10.20.4.' },
  { sign_in_method: 'dingtalk', agent: phone, address: '100.64.11.' },
  { sign_in_method: 'sms', agent: android, address: '100.64.12.' },
] as const
const daysShown = 14
const minuteMs = 60_000
const ends = ['logout', 'timeout', 'logout', 'logout', 'password'] as const

/** Sign-ins of the last fourteen days, the changes of identity data in them, and what was refused. */
export const demoLogs = {
  key: 'audit.logs',
  isOnlyForViewing: true as const,
  async create(ctx: Ctx, { logins }: { logins: readonly DemoMember[] }) {
    const staff = logins.flatMap(({ title, membership }) => (membership ? [{ title, ...membership }] : []))
    const accounts = await listAccountIds(
      ctx.db,
      staff.map(({ personId }) => personId),
    )
    const people = staff.flatMap((member) => {
      const accountId = accounts.get(member.personId)
      return accountId ? [{ ...member, accountId }] : []
    })
    if (people.length === 0) return 0
    return (await recordSignIns(ctx, people)) + (await recordChanges(ctx, people)) + (await recordRefusals(ctx, people))
  },
}

interface Person {
  title: string
  accountId: string
  personId: string
  userId: string
  orgId: string
}

/** On a working day everybody comes at about eight, some try a wrong password first; on Sundays nobody does. */
async function recordSignIns(ctx: Ctx, people: readonly Person[]) {
  const today = dayOf(ctx.now)
  let count = 0
  for (let ago = daysShown; ago >= 0; ago--) {
    const day = addDays(today, -ago)
    const isWeekend = getWeekday(day) > 5
    for (const [index, person] of people.entries()) {
      if (isWeekend && (index + ago) % 5 > 0) continue
      count += await recordSignIn(ctx, person, { day, seed: index * 7 + ago * 3 })
    }
  }
  return count
}

async function recordSignIn(ctx: Ctx, person: Person, { day, seed }: { day: string; seed: number }) {
  const at = new Date(startOfDay(day).getTime() + (7 * 60 + 40 + (seed % 90)) * minuteMs + (seed % 60) * 1000)
  if (at >= ctx.now) return 0
  const way = ways[seed % ways.length]!
  const login = {
    account_id: person.accountId,
    person_id: person.personId,
    org_id: person.orgId,
    sign_in_method: way.sign_in_method,
    agent: way.agent,
    address: `${way.address}${10 + (seed % 40)}`,
  }
  const isWrongFirst = way.sign_in_method === 'password' && seed % 3 === 0
  if (isWrongFirst)
    await recordLogin(
      { ...ctx, now: new Date(at.getTime() - minuteMs), requestId: newId() },
      { ...login, outcome: 'wrong-password' },
    )
  const sessionId = newId()
  const entered = { ...login, user_id: person.userId, session_id: sessionId, outcome: 'entered' }
  await recordLogin({ ...ctx, now: at, requestId: newId() }, entered)
  const endedAt = new Date(at.getTime() + (4 * 60 + (seed % 300)) * minuteMs)
  if (endedAt >= ctx.now) return isWrongFirst ? 2 : 1
  const end = { session_id: sessionId, account_id: person.accountId, person_id: person.personId, org_id: person.orgId }
  await recordSessionEnds(ctx.db, [{ ...end, at: endedAt, cause: ends[seed % ends.length]! }])
  return isWrongFirst ? 3 : 2
}

const changes: readonly (IdentityFacts & { title: string; kind: IdentityKind; daysAgo: number; byChief?: boolean })[] =
  [
    {
      title: '语文教师',
      kind: 'phone-changed',
      before: '138****2046',
      after: '139****7715',
      way: '短信验证码',
      daysAgo: 1,
    },
    { title: '年级组长', kind: 'password-reset', way: '管理员重置', daysAgo: 1, byChief: true },
    { title: '校长', kind: 'password-changed', way: '原密码', daysAgo: 2 },
    { title: '语文教师', kind: 'bound', after: '钉钉', way: '扫码', daysAgo: 3 },
    { title: '学校管理员', kind: 'administrator-given', after: '学校管理员', daysAgo: 3, byChief: true },
    { title: '年级组长', kind: 'device-trusted', after: 'Windows 电脑', way: '短信验证码', daysAgo: 4 },
    { title: '语文教师', kind: 'password-changed', way: '短信验证码', daysAgo: 5 },
  ]

async function recordChanges(ctx: Ctx, people: readonly Person[]) {
  const chief = people.find(({ title }) => title === '区管理员') ?? people[0]!
  for (const [index, { title, daysAgo, byChief, ...facts }] of changes.entries()) {
    const person = people.find((one) => one.title === title)
    if (!person) continue
    const by = byChief ? chief : person
    const at = new Date(startOfDay(addDays(dayOf(ctx.now), -daysAgo)).getTime() + (9 * 60 + index * 47) * minuteMs)
    const actor = { ...ctx.actor, accountId: by.accountId, personId: by.personId, orgId: by.orgId }
    const { accountId, personId } = person
    const address = `10.20.3.${20 + index}`
    await recordIdentityChanges({ ...ctx, actor, address, now: at, requestId: newId() }, [
      { accountId, personId, ...facts },
    ])
  }
  return changes.length
}

const refusals: readonly { kind: SecurityEventKind; title: string; count: number; who?: string; daysAgo: number }[] = [
  { kind: 'not-found', title: '查看学生', count: 3, who: '语文教师', daysAgo: 0 },
  { kind: 'wrong-code', title: '查看完整号码', count: 2, who: '年级组长', daysAgo: 1 },
  { kind: 'many-failures', title: '10分钟内登录失败128次', count: 128, daysAgo: 2 },
  { kind: 'forbidden', title: '导出学生', count: 1, who: '语文教师', daysAgo: 2 },
  { kind: 'many-accounts', title: '5分钟内同一地址登录14个账号', count: 14, daysAgo: 4 },
  { kind: 'too-many', title: '查看完整号码', count: 6, who: '学校管理员', daysAgo: 6 },
]

async function recordRefusals(ctx: Ctx, people: readonly Person[]) {
  const chief = people.find(({ title }) => title === '区管理员') ?? people[0]!
  const rows = refusals.flatMap(({ who, daysAgo, ...event }, index) => {
    const person = people.find(({ title }) => title === who)
    if (who && !person) return []
    return {
      ...event,
      id: newId(),
      at: new Date(ctx.now.getTime() - daysAgo * 24 * 60 * minuteMs - (index + 1) * 17 * minuteMs),
      account_id: person?.accountId ?? emptyId,
      person_id: person?.personId ?? emptyId,
      user_id: person?.userId ?? emptyId,
      org_id: person?.orgId ?? chief.orgId,
      session_id: person ? newId() : emptyId,
      address: `100.64.${30 + index}.18`,
      route: '',
      request_id: newId(),
    }
  })
  await insertSecurityEvents(ctx.db, rows)
  return rows.length
}
