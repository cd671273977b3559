import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayOf, startOfDay, addDays, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { publishApplicationKeys } from '#kernel/catalogue/server/api.ts'
import type { OpenCall } from '#kernel/developer/server/api.ts'
import { raiseDayQuota } from '#kernel/developer/server/day-quota.ts'
import { updateSetting } from '#kernel/setting/server/api.ts'
import { loadModules } from '../modules.ts'
import { createOpenClient, signRequest } from '../testing/open-client.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { useWholeApp } from '../testing/whole-app.ts'
import { createApi } from './app.ts'

const database = useWholeApp(useDatabase({ withoutDistricts: true }))
const proxy = '10.77.0.10'
const logged: string[] = []
const calls: OpenCall[] = []
/** Every secret and token that was ever handed out. */
const handedOut: string[] = []
let app: FastifyInstance
let world: Awaited<ReturnType<typeof buildWorld>>
let chief: Actor
let authorization: string
let client: ReturnType<typeof createOpenClient>

beforeAll(async () => {
  const loaded = await loadModules()
  const contributions = {
    ...loaded.app.contributions,
    openCallRecorders: [(_: unknown, call: OpenCall) => void calls.push(call)],
  }
  app = await createApi({ ...loaded, app: { ...loaded.app, contributions } }, database.cells, {
    ...database.redis,
    trustedProxies: [proxy],
    log: { level: 'trace', stream: { write: (line) => void logged.push(line) } },
  })
  world = await buildWorld(database)
  chief = await world.people.hire(world.home.districtId, world.home.bureauId, ['district-admin'], null, {
    hasAccount: true,
  })
  authorization = `Bearer ${await world.people.session(chief)}`
  client = createOpenClient(app)
  await limitTo({ perSecond: 1_000, dayCalls: 1_000_000 })
})
afterAll(() => app.close())

const limitTo = (limits: { perSecond: number; dayCalls: number }) =>
  database.as(chief, (ctx) => updateSetting(ctx, world.home.bureauId, 'openApi', limits))

async function send<Data = Record<string, unknown>>(path: string, payload: object): Promise<Data> {
  const answer = await app.inject({ method: 'POST', url: `/api/app/${path}`, payload, headers: { authorization } })
  const { ret, msg, data } = answer.json<{ ret: number; msg: string; data: Data }>()
  if (ret !== 1) throw new Error(`${path}: ${ret} ${msg}`)
  return data
}

/** Over a real port. */
async function listen() {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

let count = 0
/** An application in use. */
async function publishApplication(fIps = '') {
  const { fAppKey, oneTimeSecret } = await send<{ fAppKey: string; oneTimeSecret: string }>('apply', {
    fAppKey: '',
    fAppType: 4,
    fAppName: `阅读平台${++count}`,
    fAppUrl: '',
    fLogo: 'book',
    fAuthor: '墨香文化',
    fAppDescription: '读取班级名单',
    fManageOrgId: '',
    fIncludeChildOrgs: 1,
    fIps,
    fAppSort: 'pupils',
    fPowerType: 1,
    fApiGetRole: 1,
    fMainApp: '',
  })
  await send('auditApply', { fAppKey, act: 'agree' })
  await publishApplicationKeys({ cells: database.cells, districtId: world.home.districtId })
  handedOut.push(oneTimeSecret)
  return { key: fAppKey, secret: oneTimeSecret }
}
async function reset(fAppKey: string, graceHours: number, reason = '') {
  const { fAppSecret, graceUntil } = await send<{ fAppSecret: string; graceUntil: string | null }>('resetSecret', {
    fAppKey,
    graceHours,
    reason,
  })
  handedOut.push(fAppSecret)
  return { secret: fAppSecret, graceUntil }
}
async function getToken(key: string, secret: string) {
  const { data, msg } = await client.request(signRequest(key, secret))
  if (!data) throw new Error(msg)
  handedOut.push(data.token)
  return data.token
}

describe('a token', () => {
  it('is given for a signature and names the application', async () => {
    const { key, secret } = await publishApplication()
    const answer = await client.request(signRequest(key, secret))
    expect(answer).toMatchObject({ status: 200, ret: 1, data: { expiresIn: 7200 } })
    const { token } = answer.data!
    handedOut.push(token)
    expect(token).toMatch(new RegExp(`^${world.home.districtId.toString(36)}\\.[\\w-]{43}$`))
    expect(await client.self(token)).toMatchObject({ status: 200, ret: 1, data: { fAppKey: key } })
    const [row] = await database.sql<{ hash: Buffer; used: Date | null }>(
      `select t.token_hash as hash, s.last_used_at as used from tenant.app_token t join tenant.app_secret s
         on s.district_id = t.district_id and s.id = t.secret_id where t.app_key = $1`,
      [key],
    )
    expect(row!.hash).toEqual(createHash('sha256').update(token).digest())
    expect(row!.used).toBeInstanceOf(Date)
    expect(calls.filter(({ appKey }) => appKey === key)).toMatchObject([
      { path: '/api/open/v1/token', ret: 1, districtId: world.home.districtId, quotaLeft: null },
      { path: '/api/open/v1/self', ret: 1, address: '127.0.0.1', quotaLeft: 999_999, rowCount: 0 },
    ])
    // The log has it within seconds, with the size of its answer.
    await vi.waitFor(
      async () => {
        const rows = await database.sql(
          `select interface, ret, bytes > 20 as "hasBytes", quota_left as "quotaLeft" from tenant.api_call_log
           where app_key = $1 order by at, id`,
          [key],
        )
        expect(rows).toMatchObject([
          { ret: 1, hasBytes: true, quotaLeft: null },
          { ret: 1, hasBytes: true, quotaLeft: 999_999 },
        ])
      },
      { timeout: 60_000, interval: 200 },
    )
  })

  it('is refused for a wrong signature, a replayed or old request, with HTTP 401', async () => {
    const { key, secret } = await publishApplication()
    const { key: other } = await publishApplication()
    const good = signRequest(key, secret)
    const late = { timestamp: Date.now() - 6 * 60_000 }
    const early = { timestamp: Date.now() + 6 * 60_000 }
    const refused = { status: 401, ret: -3, data: null }
    for (const [request, msg] of [
      [{ ...good, signature: '0'.repeat(64) }, '应用密钥已失效'],
      [{ ...good, nonce: `${good.nonce}0` }, '应用密钥已失效'],
      [{ ...good, timestamp: good.timestamp + 1 }, '应用密钥已失效'],
      [{ ...good, fAppKey: other }, '应用密钥已失效'],
      [{ ...good, fAppKey: 'nobody' }, '应用密钥已失效'],
      [signRequest(key, secret, late), '请求时间与服务器相差超过5分钟'],
      [signRequest(key, secret, early), '请求时间与服务器相差超过5分钟'],
    ] as const)
      expect(await client.request(request)).toMatchObject({ ...refused, msg })
    // None of these used up the nonce of the good request; the good request itself does.
    const [first, ...rest] = (await Promise.all(Array.from({ length: 5 }, () => client.request(good)))).toSorted(
      (a, b) => a.status - b.status,
    )
    expect(first!.status).toBe(200)
    handedOut.push(first!.data!.token)
    for (const answer of rest) expect(answer).toMatchObject({ ...refused, msg: '请求已使用过，请更换随机数' })
    expect(await client.request({ ...good, signature: 'x' })).toMatchObject({ status: 422, ret: -1 })
  })

  it('is what the example of the documentation gets', async () => {
    const page = await readFile(new URL('../../docs/operators/open-api.md', import.meta.url), 'utf8')
    const example = /```ts\n(.*?)```/s.exec(page)![1]!
    const { key: APP_KEY, secret: APP_SECRET } = await publishApplication()
    const run = execFile(process.execPath, ['--input-type=module-typescript', '-e', example], {
      env: { ...process.env, ORIGIN: await listen(), APP_KEY, APP_SECRET },
    })
    expect(JSON.parse(await text(run.stdout!))).toMatchObject({ ret: 1, data: { fAppKey: APP_KEY } })
  })

  it('of nobody, of a person and of another district is refused', async () => {
    const { key, secret } = await publishApplication()
    const token = await getToken(key, secret)
    const elsewhere = `${world.away.districtId.toString(36)}.${token.split('.')[1]}`
    for (const wrong of ['', 'x', elsewhere, `${token}x`, authorization.slice(7)])
      expect(await client.self(wrong)).toMatchObject({ status: 401, ret: -3 })
    // And a token of an application is no session.
    const staff = await app.inject({ url: '/api/users/loginInof', headers: { authorization: `Bearer ${token}` } })
    expect(staff.json()).toMatchObject({ ret: -3 })
  })

  it('ends when the application is stopped, and works again afterwards', async () => {
    const { key, secret } = await publishApplication()
    const token = await getToken(key, secret)
    expect(await client.self(token)).toMatchObject({ status: 200 })
    await send('auditApply', { fAppKey: key, act: 'stop', fAuditReason: '有漏洞' })
    const stopped = { status: 403, ret: -6, msg: '应用已停用' }
    expect(await client.self(token)).toMatchObject(stopped)
    expect(await client.request(signRequest(key, secret))).toMatchObject(stopped)
    // Whoever has no secret does not learn it.
    expect(await client.request(signRequest(key, 'guess'))).toMatchObject({ status: 401 })
    await send('auditApply', { fAppKey: key, act: 'resume' })
    expect(await client.self(token)).toMatchObject({ status: 200 })
    await getToken(key, secret)
  })

  it('is not cached longer than five seconds if the signal is lost', async () => {
    const { key, secret } = await publishApplication()
    const token = await getToken(key, secret)
    const { OpenCallers } = await import('#kernel/developer/server/open-callers.ts')
    const callers = new OpenCallers()
    const credential = { districtId: world.home.districtId, hash: createHash('sha256').update(token).digest() }
    const at = (seconds: number) => ({
      app: database.app,
      cells: database.cells,
      now: new Date(Date.now() + seconds * 1000),
    })
    const now = at(0)
    expect((await callers.identify(now, credential)).key).toBe(key)
    await database.sql(
      `update tenant.app_secret set state = 'void', signing_key = null, expires_at = now() where app_key = $1`,
      [key],
    )
    expect((await callers.identify(now, credential)).key).toBe(key)
    await expect(callers.identify(at(5.5), credential)).rejects.toThrow('访问令牌无效或已过期')
  })
})

describe('changing a secret', () => {
  it('under load fails no call of a client that switches in the middle', async () => {
    const origin = await listen()
    const { key, secret } = await publishApplication()
    const used = { secret, token: await getToken(key, secret) }
    let answered = 0
    const failures: string[] = []
    const call = async () => {
      const headers = { authorization: `Bearer ${used.token}` }
      const answer = await fetch(`${origin}/api/open/v1/self`, { headers })
      const body = await answer.text()
      answered++
      if (answer.status !== 200) failures.push(`${answer.status} ${body}`)
    }
    const worker = async () => {
      for (let turn = 0; turn < 20; turn++) await call()
    }
    const workers = Promise.all(Array.from({ length: 20 }, worker))
    const reached = async (calls: number) => {
      while (answered < calls) await call()
    }
    await reached(100)
    const next = await reset(key, 24)
    await reached(200)
    // Both secrets get tokens; then the client switches.
    await getToken(key, used.secret)
    used.token = await getToken(key, next.secret)
    used.secret = next.secret
    await workers
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThanOrEqual(400)
  })

  it('that leaked refuses it and its 17 tokens within a minute, and the new one works', async () => {
    const { key, secret } = await publishApplication()
    const tokens: string[] = []
    for (let made = 0; made < 17; made++) tokens.push(await getToken(key, secret))
    const statuses = async () =>
      (await Promise.all(tokens.map((token) => client.self(token)))).map(({ status }) => status)
    expect(new Set(await statuses())).toEqual(new Set([200]))
    const startedAt = performance.now()
    const next = await reset(key, 0, '密钥被贴到网上')
    while ((await statuses()).includes(200)) if (performance.now() - startedAt > 60_000) break
    const ms = Math.round(performance.now() - startedAt)
    console.log(`leaked secret: 17 tokens refused after ${ms} ms`)
    expect(ms).toBeLessThan(60_000)
    expect(await client.request(signRequest(key, secret))).toMatchObject({ status: 401, msg: '应用密钥已失效' })
    expect(await client.self(await getToken(key, next.secret))).toMatchObject({ status: 200 })
    const logRows = await database.sql(
      `select from tenant.operation_log where route = '/api/app/resetSecret' and person_id = $1`,
      [chief.personId],
    )
    expect(logRows.length).toBeGreaterThan(0)
  })

  it('twice voids the first: exactly two get tokens', async () => {
    const { key, secret: first } = await publishApplication()
    const second = await reset(key, 24)
    const token = await getToken(key, first)
    const third = await reset(key, 24)
    expect(await client.self(token)).toMatchObject({ status: 401, msg: '访问令牌无效或已过期' })
    expect(await client.request(signRequest(key, first))).toMatchObject({ status: 401 })
    for (const { secret } of [second, third]) await getToken(key, secret)
  })
})

describe('the addresses of an application', () => {
  const ours = '198.51.100.7'
  const stranger = '203.0.113.9'
  let token: string
  let app1: { key: string; secret: string }
  beforeAll(async () => {
    app1 = await publishApplication('198.51.100.0/24\n2001:db8::/32')
    const answer = await client.request(signRequest(app1.key, app1.secret), {}, ours)
    token = answer.data!.token
    handedOut.push(token)
  })

  it('may call, also in their IPv6 form and through our proxy', async () => {
    for (const from of [ours, `::ffff:${ours}`, '2001:db8::1'])
      expect(await client.self(token, {}, from)).toMatchObject({ status: 200 })
    expect(await client.self(token, { 'x-forwarded-for': ours }, proxy)).toMatchObject({ status: 200 })
    expect(await client.self(token, { 'x-forwarded-for': `${stranger}, ${ours}` }, proxy)).toMatchObject({
      status: 200,
    })
  })

  it('cannot be claimed by any header, directly or through our proxy', async () => {
    const names = [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'x-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'x-cluster-client-ip',
      'x-forwarded',
      'x-original-forwarded-for',
      'x-remote-addr',
    ]
    const values = [
      ours,
      `::ffff:${ours}`,
      `${ours}, ${ours}`,
      `${ours},${proxy}`,
      `${ours}, ${proxy}, ${proxy}`,
      `${proxy}, ${ours}`,
      `for=${ours}`,
      `for="${ours}";proto=https`,
      `[${ours}]`,
      `${ours}:443`,
      ` ${ours} `,
      `,${ours}`,
      `${ours},`,
      `127.0.0.1, ${ours}`,
      `${ours}, 127.0.0.1`,
      '2001:db8::1',
      `unknown, ${ours}`,
      `0x${ours}`,
      `${ours}/24`,
      `localhost, ${ours}`,
    ]
    let tried = 0
    for (const name of names)
      for (const value of values) {
        // Our proxy adds the address of its caller at the end.
        const added = name === 'x-forwarded-for' ? `${value}, ${stranger}` : value
        const throughProxy = { 'x-forwarded-for': stranger, [name]: added }
        for (const [headers, from] of [
          [{ [name]: value }, stranger],
          [throughProxy, proxy],
        ] as const) {
          const { status, msg } = await client.self(token, headers, from)
          tried++
          expect(`${status} ${msg}`, `${name}: ${value} from ${from}`).toBe('403 IP不在白名单')
        }
      }
    expect(tried).toBe(400)
    const { key, secret } = app1
    expect(await client.request(signRequest(key, secret), { 'x-forwarded-for': ours }, stranger)).toMatchObject({
      status: 403,
      msg: 'IP不在白名单',
    })
  })

  it('that is refused is told to the owners once a day', async () => {
    const { key, secret } = await publishApplication('10.1.0.0/16')
    const day = dayOf(new Date())
    for (const _ of [1, 2, 3])
      expect(await client.request(signRequest(key, secret), {}, '203.0.113.7')).toMatchObject({ status: 403 })
    const messages = await database.sql<{ title: string; body: string }>(
      `select b.title, b.body from tenant.message_batch b join tenant.message m on m.batch_id = b.id
       where b.template = 'application.address-refused' and b.url like '%' || $1 and m.person_id = $2`,
      [key, chief.personId],
    )
    // A second one, if it was midnight meanwhile.
    expect(messages).toHaveLength(dayOf(new Date()) === day ? 1 : messages.length)
    expect(messages[0]!.title).toMatch(/^应用“阅读平台\d+”从白名单之外的地址调用接口$/)
    expect(messages[0]!.body).toContain('203.0.113.7')
  })
})

describe('the limits of an application', () => {
  /** Again, if it was midnight meanwhile: then the second half had a quota of its own. */
  async function onOneDay<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const day = dayOf(new Date())
      const result = await work()
      if (dayOf(new Date()) === day) return result
    }
  }

  it('are exact for 50 parallel callers, and say when to come again', async () => {
    await limitTo({ perSecond: 1_000, dayCalls: 30 })
    const { key, secret, answers } = await onOneDay(async () => {
      const published = await publishApplication()
      const token = await getToken(published.key, published.secret)
      return { ...published, answers: await Promise.all(Array.from({ length: 50 }, () => client.self(token))) }
    })
    const good = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([good.length, refused.length]).toEqual([30, 20])
    const left = good.map(({ headers }) => Number(headers['x-quota-remaining']))
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => at))
    const { headers, ret, msg } = refused[0]!
    expect({ ret, msg }).toEqual({ ret: -4, msg: '今日调用次数已达上限（30次）' })
    expect(headers).toMatchObject({ 'x-quota-limit': '30', 'x-quota-remaining': '0' })
    const secondsLeft = (startOfDay(addDays(dayOf(new Date()), 1)).getTime() - Date.now()) / 1000
    // Modulo a day: midnight may be between the answer and this line.
    const difference = Math.abs(Number(headers['retry-after']) - secondsLeft)
    expect(Math.min(difference, 86_400 - difference)).toBeLessThan(60)
    // The log has what is left for the calls that count, and only for them: the quota on the page is counted from it.
    const logged = calls.filter(({ appKey }) => appKey === key)
    expect(logged.filter(({ quotaLeft }) => quotaLeft !== null)).toHaveLength(30)
    expect(logged.find(({ path }) => path.endsWith('/token'))).toMatchObject({ ret: 1, quotaLeft: null })
    // A limit that is raised for today holds at once, also for tokens that are known.
    const raise = (dayCalls: number) =>
      database.as(chief, (ctx) => raiseDayQuota(ctx, { appKey: key, dayCalls, reason: '期末集中同步' }))
    await expect(raise(30)).rejects.toMatchObject({ data: { errors: [{ msg: '须大于每日调用次数30' }] } })
    const raised = await publishApplication()
    const token = await getToken(raised.key, raised.secret)
    await client.self(token)
    await database.as(chief, (ctx) => raiseDayQuota(ctx, { appKey: raised.key, dayCalls: 40, reason: '期末集中同步' }))
    await expect.poll(async () => (await client.self(token)).headers['x-quota-limit'], { timeout: 20_000 }).toBe('40')
    // A higher limit holds at once for the next token.
    await limitTo({ perSecond: 1_000, dayCalls: 31 })
    expect((await client.self(await getToken(key, secret))).status).toBe(200)
  })

  it('stop who calls too often, and nobody else', async () => {
    await limitTo({ perSecond: 5, dayCalls: 1_000_000 })
    const loud = await publishApplication()
    const quiet = await publishApplication()
    const tokens = { loud: await getToken(loud.key, loud.secret), quiet: await getToken(quiet.key, quiet.secret) }
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.self(tokens.loud)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ ret: -4, msg: '请求过于频繁，每秒最多5次' })
    expect(refused[0]!.headers['retry-after']).toBe('1')
    expect((await client.self(tokens.quiet)).status).toBe(200)
  })
})

describe('secrets and tokens', () => {
  const encodingsOf = (text: string) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('base64url'),
  ]
  const listRows = async (sql: typeof database.sql, schemas: readonly string[]) => {
    const tables = await sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
      [schemas],
    )
    const texts: string[] = []
    for (const { name } of tables)
      for (const { text } of await sql<{ text: string }>(`select t::text as text from ${name} t`)) texts.push(text)
    return texts
  }

  it('are in no table and in no line of a log', async () => {
    const cell = await listRows(database.sql, ['tenant', 'reference', 'pgboss'])
    const directory = await listRows(database.directorySql, ['directory'])
    const haystack = [...cell, ...directory, ...logged].join('\n')
    // The search finds what is there.
    expect(cell.length).toBeGreaterThan(100)
    expect(logged.length).toBeGreaterThan(500)
    expect(haystack).toContain('阅读平台1')
    expect(handedOut.length).toBeGreaterThan(40)
    const found = handedOut.filter((one) => encodingsOf(one).some((text) => haystack.includes(text)))
    expect(found).toEqual([])
  })
})
