import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openEphemeralStore } from '#packages/cache'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineModule, routesOf, upload, wireObject, type Route, type Upload } from '#packages/contract'
import {
  invalid,
  newId,
  notSignedIn,
  Refusal,
  wrongAudience,
  type Actor,
  type Ctx,
  wholeDistrict,
} from '#packages/core'
import { inDistrict } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { createServer, mount, newToken, type LoggedOperation } from './index.ts'
import { noLookups } from './lookups.fixture.ts'

const database = useDatabase()
const manifest = defineModule({
  key: 'fixture',
  title: '样例',
  permissions: { 'note.write': { title: '写', defaultFor: ['head'] } },
})
const route = routesOf(manifest)
const note = z.object({ text: z.string().min(1, '请填写内容').max(20) })
const api = {
  write: route({
    method: 'POST',
    path: '/api/note/write',
    title: '写便条',
    access: 'note.write',
    body: note,
    data: z.object({ id: z.string() }),
  }),
  read: route({
    method: 'GET',
    path: '/api/note/read',
    title: '读便条',
    access: 'staff',
    query: z.object({ secret: z.string().optional() }),
    data: z.array(note),
  }),
  sneak: route({ method: 'GET', path: '/api/note/sneak', title: '偷写', access: 'staff', data: z.null() }),
  refuse: route({
    method: 'POST',
    path: '/api/note/refuse',
    title: '拒绝',
    access: 'staff',
    body: note,
    data: z.null(),
  }),
  tell: route({
    method: 'POST',
    path: '/api/note/tell',
    title: '说一次',
    access: 'staff',
    secretAnswer: true,
    body: note,
    data: z.object({ id: z.string() }),
  }),
  /** Waits for something outside the database; the text says how it ends. */
  post: route({
    method: 'POST',
    path: '/api/note/post',
    title: '寄出',
    access: 'staff',
    ownTransactions: true,
    body: note,
    data: z.object({ id: z.string() }),
  }),
  hand: route({
    method: 'POST',
    path: '/api/note/hand',
    title: '交出',
    access: 'staff',
    ownTransactions: true,
    secretAnswer: true,
    body: note,
    data: z.object({ id: z.string() }),
  }),
  jot: route({
    method: 'POST',
    path: '/api/note/jot',
    title: '随手记',
    access: 'staff',
    quiet: true,
    withoutKey: 'harmless to repeat',
    body: note,
    data: z.null(),
  }),
  odd: route({
    method: 'POST',
    path: '/api/note/odd',
    title: '旧名称',
    access: 'staff',
    body: wireObject({ text: note.shape.text, lines: z.int().optional() }, { text: 'fText', lines: 'fLines' }).refine(
      ({ text, lines }) => text !== 'long' || lines !== undefined,
      { path: ['lines'], error: '请填写行数' },
    ),
    data: z.null(),
  }),
  sort: route({
    method: 'POST',
    path: '/api/note/sort',
    title: '排序',
    access: 'staff',
    readOnly: true,
    body: wireObject(
      { id: z.string(), place: z.int(), words: z.array(z.string()).default([]) },
      { id: 'fId', place: 'fSort' },
    ),
    inQueryToo: { fId: 'text', fSort: 'number' },
    data: z.object({ id: z.string(), place: z.int(), words: z.array(z.string()) }),
  }),
  fault: route({
    method: 'GET',
    path: '/api/note/fault',
    title: '出错',
    access: 'public',
    ownTransactions: true,
    data: z.null(),
  }),
  wrong: route({
    method: 'GET',
    path: '/api/note/wrong',
    title: '错答',
    access: 'public',
    ownTransactions: true,
    data: z.object({ count: z.int() }),
  }),
  away: route({
    method: 'GET',
    path: '/api/note/away',
    title: '不在',
    access: 'public',
    ownTransactions: true,
    data: z.null(),
  }),
}

const large = 5 * 1024 * 1024
const uploads = {
  small: route({
    method: 'POST',
    path: '/api/note/small',
    title: '小附件',
    access: 'public',
    multipart: true,
    ownTransactions: true,
    withoutKey: 'no session',
    body: z.object({ file: upload({ maxBytes: 1000, tooLarge: '附件不超过1KB' }) }),
    data: z.object({ size: z.int() }),
  }),
  large: route({
    method: 'POST',
    path: '/api/note/large',
    title: '大附件',
    access: 'public',
    multipart: true,
    uploadBytes: large,
    ownTransactions: true,
    withoutKey: 'no session',
    body: z.object({ file: upload({ maxBytes: large, tooLarge: '附件不超过5MB' }) }),
    data: z.object({ size: z.int() }),
  }),
}

const teacher = createActor({}, { 'note.write': wholeDistrict })
const reader = createActor()
const pupil = createActor({ kind: 'pupil' })
const tokens = new Map<string, Actor>()
const tokenOf = (actor: Actor) => {
  const { token } = newToken(actor.districtId)
  tokens.set(token, actor)
  return token
}

let app: FastifyInstance
let lines: string[] = []
let operations: LoggedOperation[] = []
let written = 0
let uses: boolean[] = []
/** What the writes with their own transactions wait for. */
let posting: Promise<void> | undefined
let closeStore: () => Promise<void>

beforeAll(async () => {
  const ephemeralStore = openEphemeralStore(database.redis.redisUrl)
  closeStore = () => ephemeralStore.close()
  const portal = {
    app: database.app,
    cells: database.cells,
    ephemeralStore,
    identify: async (
      _db: Ctx['db'],
      { hash }: { hash: Buffer },
      _now: Date,
      _isFresh?: boolean,
      isUnattended?: boolean,
    ) => {
      uses.push(!isUnattended)
      const { hashToken } = await import('./token.ts')
      const token = [...tokens.keys()].find((candidate) => hashToken(candidate).equals(hash))
      if (!token) throw notSignedIn()
      return tokens.get(token)!
    },
    identifyOutside: async () => Promise.reject(notSignedIn()),
    listLiveTokenHashes: async (_db: Ctx['db'], hashes: readonly Buffer[]) => {
      const { hashToken } = await import('./token.ts')
      const known = new Set([...tokens.keys()].map((token) => hashToken(token).toString('hex')))
      return new Set(hashes.map((hash) => hash.toString('hex')).filter((hash) => known.has(hash)))
    },
    recordOperation: async (_ctx: Ctx, operation: LoggedOperation) => void operations.push(operation),
    limitLookups: () => noLookups,
    forgetCallers: () => {},
    recordRefused: () => {},
    findDistrictByHost: async () => undefined,
  }
  app = await createServer(portal, { log: { level: 'info', stream: { write: (line) => void lines.push(line) } } })
  mount(app, api.write, async (ctx, { body }) => {
    written++
    const id = ctx.requestId
    await ctx.db.insertInto('event').values({ id, name: body.text, ids: '{}', at: ctx.now }).execute()
    if (body.text === 'stumble') throw new Error('the database said SELECT password FROM /var/lib at line 7')
    return { id }
  })
  mount(app, api.read, async (ctx, { query }) => {
    if (query.secret === '0000-01-01') await sql`select ${query.secret}::date`.execute(ctx.db)
    if (query.secret === '2147483648') await sql`select ${query.secret}::text::int`.execute(ctx.db)
    const rows = await ctx.db.selectFrom('event').select('name as text').orderBy('at').execute()
    return rows
  })
  mount(app, api.sneak, async (ctx) => {
    await ctx.db.insertInto('event').values({ id: ctx.requestId, name: 'sneaked', ids: '{}', at: ctx.now }).execute()
    return null
  })
  mount(app, api.refuse, async (ctx, { body }) => {
    await ctx.db.insertInto('event').values({ id: ctx.requestId, name: body.text, ids: '{}', at: ctx.now }).execute()
    throw new Refusal('该时间段已有请假记录')
  })
  mount(app, api.tell, async (ctx, { body }) => {
    await ctx.db.insertInto('event').values({ id: ctx.requestId, name: body.text, ids: '{}', at: ctx.now }).execute()
    return { id: ctx.requestId }
  })
  for (const one of [api.post, api.hand])
    mount(app, one, async ({ actor, cells, requestId, now }, { body }) => {
      await posting
      if (body.text === 'refused') throw new Refusal('地址有误')
      if (body.text === 'stumble') throw new Error('the post office is closed')
      await inDistrict(cells, actor!.districtId, (db) =>
        db.insertInto('event').values({ id: requestId, name: body.text, ids: '{}', at: now }).execute(),
      )
      return { id: requestId }
    })
  mount(app, api.jot, async (ctx, { body }) => {
    await ctx.db.insertInto('event').values({ id: ctx.requestId, name: body.text, ids: '{}', at: ctx.now }).execute()
    return null
  })
  mount(app, api.sort, async (_, { body }) => body)
  mount(app, api.odd, async () => {
    throw invalid([{ field: 'text', msg: '已有同名便条' }])
  })
  for (const one of [uploads.small, uploads.large])
    mount(app, one, async (_, { body }) => ({ size: (body.file as Upload).bytes.length }))
  mount(app, api.fault, async () => Promise.reject(new Error('secret detail at /srv/app.ts')))
  mount(app, api.wrong, async () => ({ count: 'three' }) as never)
  mount(app, api.away, async () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })))
})
afterAll(async () => {
  await app.close()
  await closeStore()
})
beforeEach(async () => {
  lines = []
  operations = []
  written = 0
  posting = undefined
  await database.sql('truncate tenant.event, tenant.idempotency')
})

interface Sent {
  as?: Actor
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
}
async function send(target: Pick<Route, 'method' | 'path'>, { as, body, headers = {}, query }: Sent = {}) {
  const response = await app.inject({
    method: target.method,
    url: target.path,
    headers: { ...(as ? { authorization: `Bearer ${tokenOf(as)}` } : {}), ...headers },
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    ...response.json<{ ret: number; msg: string; data: never; success: boolean; executeTime: number }>(),
  }
}
const events = () => database.sql<{ name: string }>('select name from tenant.event order by name')

describe('deny by default', () => {
  it('does not start with a route without declared access', async () => {
    const open = await createServer(app.portal, { log: false })
    const { access: _, ...careless } = api.read
    expect(() => mount(open, careless as typeof api.read, async () => [])).toThrow('declares no access')
    expect(() => open.get('/api/by-hand', async () => 'hello')).toThrow('declares no access')
  })

  it('serves an application session only its own module', async () => {
    const outside = { ...teacher, application: '' }
    const other = { ...teacher, application: 'another' }
    const own = { ...teacher, application: 'fixture' }
    const refused = { ret: -6, msg: '请在门户中进行此操作' }
    for (const as of [outside, other]) {
      expect(await send(api.read, { as })).toMatchObject(refused)
      expect(await send(api.write, { as, body: { text: '便条' } })).toMatchObject(refused)
    }
    expect(await events()).toEqual([])
    expect(await send(api.read, { as: own })).toMatchObject({ ret: 1 })
  })

  it('does not start with a route without a mounted handler', async () => {
    const open = await createServer(app.portal, { log: false })
    const config = { route: api.read as unknown as Route }
    const refusal = 'was not registered by mount or mountStream'
    expect(() => open.get('/api/by-hand', { config }, async () => 'hello')).toThrow(refusal)
    open.register(
      async (inner) => {
        inner.get('/by-hand', { config }, async () => 'hello')
      },
      { prefix: '/api/inner' },
    )
    await expect(async () => open.ready()).rejects.toThrow(refusal)
  })

  it.each([
    undefined,
    'Bearer',
    'Bearer x',
    'Basic abc',
    'Bearer 1.short',
    `Bearer zzzzzzz.${'a'.repeat(43)}`,
    `Bearer 0.${'a'.repeat(43)}`,
    `Bearer 9z.${'a'.repeat(43)}`,
  ])('asks to sign in for the credential %s', async (authorization) => {
    const answer = await send(api.read, authorization ? { headers: { authorization } } : {})
    expect(answer).toMatchObject({ status: 200, ret: -3, success: false })
  })

  it('refuses pupils on a staff route, and a reader’s write', async () => {
    expect(await send(api.read, { as: pupil })).toMatchObject({ ret: -401, msg: wrongAudience().message })
    expect(await send(api.write, { as: reader, body: { text: 'hi' } })).toMatchObject({ ret: -6 })
    expect(await events()).toEqual([])
  })

  it('asks the guards of a route after the permission, whoever opens the transaction', async () => {
    const asked: string[] = []
    const before = { ...database.app.contributions }
    database.contribute('routeGuards', {
      appliesTo: (_, { module }) => module === api.read.module,
      refuse: async ({ actor, db }) => {
        await sql`select 1`.execute(db)
        asked.push(actor.userId)
        if (actor.userId === teacher.userId) throw new Refusal('该应用未对本单位开通', -6)
      },
    })
    try {
      const refused = { ret: -6, msg: '该应用未对本单位开通' }
      expect(await send(api.write, { as: teacher, body: { text: 'hi' } })).toMatchObject(refused)
      expect(await send(api.post, { as: teacher, body: { text: 'hi' } })).toMatchObject(refused)
      expect(await send(api.read, { as: teacher })).toMatchObject(refused)
      expect(await send(api.read, { as: reader })).toMatchObject({ ret: 1 })
      // Without the permission the guard is not asked.
      expect(await send(api.write, { as: reader, body: { text: 'hi' } })).toMatchObject({
        ret: -6,
        msg: '没有权限执行此操作',
      })
      expect(asked).toEqual([teacher, teacher, teacher, reader].map(({ userId }) => userId))
      expect(await events()).toEqual([])
    } finally {
      database.app.contributions = before
    }
  })

  it('stops a tab that still shows another organisation', async () => {
    const answer = await send(api.write, { as: teacher, body: { text: 'hi' }, headers: { 'x-org-id': reader.orgId } })
    expect(answer).toMatchObject({ ret: -11, msg: '当前组织已切换' })
    expect(await events()).toEqual([])
  })

  it('does not count a window’s automatic reads as use of the session', async () => {
    const headers = { 'x-unattended': '1' }
    uses = []
    await send(api.read, { as: teacher })
    await send(api.read, { as: teacher, headers })
    await send(api.write, { as: teacher, body: { text: 'hi' }, headers })
    expect(uses).toEqual([true, false, true])
  })

  it('cannot write on a read-only route', async () => {
    expect(await send(api.sneak, { as: reader })).toMatchObject({ status: 500 })
    expect(await events()).toEqual([])
  })
})

describe('an answer', () => {
  it('has an envelope, a duration and a request id', async () => {
    const answer = await send(api.write, { as: teacher, body: { text: '第一张' } })
    expect(answer).toMatchObject({ status: 200, ret: 1, success: true, msg: '' })
    expect(Number.isInteger(answer.executeTime)).toBe(true)
    expect(answer.headers['x-request-id']).toBe((answer.data as { id: string }).id)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(operations).toMatchObject([{ route: { title: '写便条' } }])
  })

  it('names every wrong field in Chinese', async () => {
    expect(await send(api.write, { as: teacher, body: { text: '' } })).toMatchObject({
      ret: -1,
      msg: '请填写内容',
      data: { errors: [{ field: 'text', msg: '请填写内容' }] },
    })
    expect(await send(api.write, { as: teacher, body: { text: 7 } })).toMatchObject({
      ret: -1,
      msg: expect.stringMatching(/[\u4e00-\u9fff]/),
    })
    expect(await send(api.write, { as: teacher, body: [] })).toMatchObject({ ret: -1 })
  })

  it('to a broken body or an unknown URL has an envelope too', async () => {
    const broken = await app.inject({
      method: 'POST',
      url: api.write.path,
      headers: { 'content-type': 'application/json' },
      payload: '{"text":',
    })
    expect(broken.json()).toMatchObject({ ret: -1, msg: '请求内容不是有效的JSON' })
    const large = await app.inject({
      method: 'POST',
      url: api.write.path,
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(2 ** 21)}"`,
    })
    expect(large.json()).toMatchObject({ ret: -1, msg: '提交的内容过大' })
    const xml = await app.inject({
      method: 'POST',
      url: api.write.path,
      headers: { 'content-type': 'application/xml' },
      payload: '<a/>',
    })
    expect(xml.json()).toMatchObject({ ret: -1 })
    expect((await app.inject('/api/unknown')).json()).toMatchObject({ ret: -5 })
  })

  it('of a refusal is a message, and nothing was written', async () => {
    expect(await send(api.refuse, { as: teacher, body: { text: 'x' } })).toMatchObject({
      status: 200,
      ret: 0,
      msg: '该时间段已有请假记录',
    })
    expect(await events()).toEqual([])
    expect(operations).toEqual([])
  })

  it('of a fault has a request id and no details', async () => {
    const answer = await send(api.fault)
    expect(answer).toMatchObject({ status: 500, ret: -500 })
    expect(JSON.stringify(answer)).not.toMatch(/secret|srv|\.ts/)
    expect((answer.data as { requestId: string }).requestId).toBe(answer.headers['x-request-id'])
    expect(lines.join()).toContain('secret detail')
    const stumbled = await send(api.write, { as: teacher, body: { text: 'stumble' } })
    expect(JSON.stringify(stumbled)).not.toMatch(/SELECT|password|\bvar\b/)
    expect(await events()).toEqual([])
  })

  it('that breaks its contract is a fault and not sent', async () => {
    expect(await send(api.wrong)).toMatchObject({ status: 500, ret: -500 })
  })

  it('to a body that is nested too deeply is a refusal, whatever its texts contain', async () => {
    const nest = (levels: number) => `{"text":${'['.repeat(levels)}${']'.repeat(levels)}}`
    const post = async (payload: string) => {
      const headers = { 'content-type': 'application/json' }
      return (await app.inject({ method: 'POST', url: api.fault.path, headers, payload })).json() as object
    }
    expect(await post(nest(100))).toMatchObject({ ret: -1, msg: '请求内容嵌套过深' })
    expect(await post(nest(50_000))).toMatchObject({ ret: -1, msg: '请求内容嵌套过深' })
    expect(await post(`{"text":"${'['.repeat(200)}"}`)).not.toMatchObject({ msg: '请求内容嵌套过深' })
  })

  it('to a number or a date that PostgreSQL does not have is a refusal', async () => {
    for (const secret of ['0000-01-01', '2147483648']) {
      const answer = await send(api.read, { as: reader, query: { secret } })
      expect(answer).toMatchObject({ status: 200, ret: -1, msg: '数值或日期超出范围', data: { errors: [] } })
    }
  })

  it('while a database is down is quick and says so', async () => {
    expect(await send(api.away)).toMatchObject({ status: 503, ret: -503, msg: '服务暂时不可用，请稍后重试' })
  })
})

describe('a file upload', () => {
  const bring = (target: Route, size: number) => {
    const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(size, 'x'), Buffer.from('\r\n--edge--\r\n')])
    return send(target, { body, headers: { 'content-type': 'multipart/form-data; boundary=edge' } })
  }

  it('may be as large as its route declares', async () => {
    const { small, large: bigger } = uploads as unknown as Record<string, Route>
    expect(await bring(bigger!, large)).toMatchObject({ ret: 1, data: { size: large } })
    expect(await bring(bigger!, large + 1)).toMatchObject({ ret: -1, msg: '附件不超过5MB' })
    expect(await bring(bigger!, 3 * large)).toMatchObject({ ret: -1, msg: '附件不超过5MB' })
    expect(await bring(small!, 1001)).toMatchObject({ ret: -1, msg: '附件不超过1KB' })
    expect(await bring(small!, large)).toMatchObject({ ret: -1, msg: '提交的内容过大' })
  })

  it('that ends early is refused', async () => {
    const { small } = uploads as unknown as Record<string, Route>
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
    const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
    for (const body of ['', '--edge', head.slice(0, 30), head, `${head}x`, `${head}x\r\n--edge`])
      expect(await send(small!, { body, headers })).toMatchObject({ status: 200, ret: -1 })
  })
})

describe('a request with a repeated idempotency key', () => {
  const key = { 'idempotency-key': '0190b1a0-0000-7000-8000-000000000001' }
  const once = () => send(api.write, { as: teacher, body: { text: 'once' }, headers: key })

  it('gets the first answer again and does nothing', async () => {
    const first = await once()
    const second = await once()
    expect(second.data).toEqual(first.data)
    expect(written).toBe(1)
    expect(await events()).toEqual([{ name: 'once' }])
    expect(operations).toHaveLength(1)
  })

  it('stores neither the request nor the answer in clear text', async () => {
    const { id } = (await once()).data as { id: string }
    const [kept] = await database.sql<{ answer: unknown; body_hash: Buffer }>('select * from tenant.idempotency')
    expect(JSON.stringify(kept!.answer)).not.toContain(id)
    const plain = createHash('sha256').update(JSON.stringify([api.write.path, {}, { text: 'once' }]))
    expect(kept!.body_hash.equals(plain.digest())).toBe(false)
  })

  it('waits for the concurrent one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, once))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await events()).toEqual([{ name: 'once' }])
  })

  it('and a different body is refused', async () => {
    await once()
    const other = await send(api.write, { as: teacher, body: { text: 'other' }, headers: key })
    expect(other).toMatchObject({ ret: 0, msg: '请求内容与首次提交不一致' })
  })

  it('of another person is not a repetition', async () => {
    await once()
    const colleague = createActor({}, { 'note.write': wholeDistrict })
    await send(api.write, { as: colleague, body: { text: 'hers' }, headers: key })
    expect(await events()).toEqual([{ name: 'hers' }, { name: 'once' }])
  })

  it('in another organisation, or by another membership of the same person, is not a repetition', async () => {
    await once()
    const elsewhere = { ...teacher, orgId: newId() }
    await send(api.write, { as: elsewhere, body: { text: 'once' }, headers: key })
    await send(api.write, { as: { ...teacher, userId: newId() }, body: { text: 'once' }, headers: key })
    expect(await events()).toHaveLength(3)
  })

  it('does not get a secret a second time, and does nothing', async () => {
    const tell = () => send(api.tell, { as: reader, body: { text: 'secret' }, headers: key })
    expect(await tell()).toMatchObject({ ret: 1 })
    expect(await database.sql('select answer from tenant.idempotency')).toEqual([{ answer: null }])
    expect(await tell()).toMatchObject({ ret: 0, msg: '该内容只显示一次，请重新操作' })
    expect(await events()).toEqual([{ name: 'secret' }])
  })

  it('after a refusal may be tried again', async () => {
    const refused = () => send(api.refuse, { as: teacher, body: { text: 'x' }, headers: key })
    expect(await refused()).toMatchObject({ ret: 0, msg: '该时间段已有请假记录' })
    expect(await refused()).toMatchObject({ ret: 0, msg: '该时间段已有请假记录' })
  })
})

describe('a request with a repeated idempotency key and its own transactions', () => {
  const key = { 'idempotency-key': '0190b1a0-0000-7000-8000-000000000003' }
  const post = (text = 'letter', as = teacher) => send(api.post, { as, body: { text }, headers: key })

  it('gets the first answer again and does nothing', async () => {
    const first = await post()
    expect(first).toMatchObject({ ret: 1 })
    expect((await post()).data).toEqual(first.data)
    expect(await events()).toEqual([{ name: 'letter' }])
    expect(await post('other')).toMatchObject({ ret: 0, msg: '请求内容与首次提交不一致' })
    expect(await post('letter', createActor())).toMatchObject({ ret: 1 })
    expect(await events()).toHaveLength(2)
  })

  it('is refused while the first one is in progress', async () => {
    const gate = Promise.withResolvers<void>()
    posting = gate.promise
    const first = post()
    await expect.poll(() => database.sql('select key from tenant.idempotency where is_pending')).toHaveLength(1)
    expect(await post()).toMatchObject({ ret: -4, msg: '正在处理，请勿重复提交' })
    gate.resolve()
    expect((await first).data).toEqual((await post()).data)
    expect(await events()).toEqual([{ name: 'letter' }])
  })

  it('after a refusal may be tried again', async () => {
    expect(await post('refused')).toMatchObject({ ret: 0 })
    expect(await database.sql('select key from tenant.idempotency')).toEqual([])
    expect(await post('refused')).toMatchObject({ ret: 0 })
  })

  it('is not carried out again after a fault, which may have come after the effect', async () => {
    expect(await post('stumble')).toMatchObject({ ret: -500 })
    expect(await post('stumble')).toMatchObject({ ret: -4 })
  })

  it('does not get a secret a second time, and does nothing', async () => {
    const hand = () => send(api.hand, { as: teacher, body: { text: 'secret' }, headers: key })
    expect(await hand()).toMatchObject({ ret: 1 })
    expect(await database.sql('select answer, is_pending from tenant.idempotency')).toEqual([
      { answer: null, is_pending: false },
    ])
    expect(await hand()).toMatchObject({ ret: 0, msg: '该内容只显示一次，请重新操作' })
    expect(await events()).toEqual([{ name: 'secret' }])
  })

  it('is not carried out again after a crash, because nobody knows how far the first one got', async () => {
    await post()
    const crash = (minutesAgo: number) =>
      database.sql(
        `update tenant.idempotency set is_pending = true, answer = null, at = now() - $1 * interval '1 minute'`,
        [minutesAgo],
      )
    await crash(1)
    expect(await post()).toMatchObject({ ret: -4 })
    await crash(6)
    expect(await post()).toMatchObject({ ret: 0, msg: '上次提交的结果未知，请刷新页面查看后再操作' })
    expect(await events()).toEqual([{ name: 'letter' }])
  })
})

it('a write that can have no idempotency key says why', () => {
  const { withoutKey, ...silent } = uploads.small
  expect(withoutKey).toBe('no session')
  expect(() => mount(app, { ...silent, path: '/api/note/silent' }, async () => ({ size: 0 }))).toThrow('withoutKey')
})

describe('a quiet write', () => {
  it('is neither logged nor stored for repetition, because it is frequent and harmless to repeat', async () => {
    const jot = () =>
      send(api.jot, {
        as: reader,
        body: { text: 'jot' },
        headers: { 'idempotency-key': '0190b1a0-0000-7000-8000-000000000002' },
      })
    expect(await jot()).toMatchObject({ ret: 1 })
    expect(await jot()).toMatchObject({ ret: 1 })
    expect(await events()).toEqual([{ name: 'jot' }, { name: 'jot' }])
    expect(operations).toEqual([])
    expect(await database.sql('select key from tenant.idempotency')).toEqual([])
  })
})

describe('a body with the names of the specification', () => {
  const fields = async (body: object) =>
    ((await send(api.odd, { as: reader, body })).data as { errors: { field: string }[] }).errors.map(
      ({ field }) => field,
    )

  it('gets errors with those names, whichever layer found them', async () => {
    expect(await fields({ fText: '' }), 'the schema').toEqual(['fText'])
    expect(await fields({ fText: 'long' }), 'a rule over several fields').toEqual(['fLines'])
    expect(await fields({ fText: 'taken' }), 'the service, which knows only our names').toEqual(['fText'])
  })
})

describe('a field that may be in the query or in the body', () => {
  const sorted = (query: Record<string, string>, body?: object) => send(api.sort, { as: reader, query, body })

  it('is the same in both, as text or as a number, also without a body', async () => {
    const answer = { ret: 1, data: { id: '7', place: 3, words: [] } }
    expect(await sorted({}, { fId: '7', fSort: 3 })).toMatchObject(answer)
    expect(await sorted({ fId: '7', fSort: '3' })).toMatchObject(answer)
    expect(await sorted({ fId: '7' }, { fSort: 3, words: ['a'] })).toMatchObject({ data: { id: '7', words: ['a'] } })
  })

  it('has the value of the body if both are given, and no other field comes from the query', async () => {
    expect(await sorted({ fId: '8', fSort: '9' }, { fId: '7', fSort: 3 })).toMatchObject({
      data: { id: '7', place: 3 },
    })
    expect(await sorted({ fId: '7', fSort: '3', words: 'x' })).toMatchObject({ data: { words: [] } })
    expect(await sorted({ fId: '7', fSort: 'three' })).toMatchObject({
      ret: -1,
      data: { errors: [{ field: 'fSort' }] },
    })
    expect(await sorted({ fId: '7' })).toMatchObject({ ret: -1, data: { errors: [{ field: 'fSort' }] } })
  })
})

describe('the log', () => {
  it('has the route and never the query, the body or the token', async () => {
    await send(api.read, { as: reader, query: { secret: 'Zz9canary' } })
    await send(api.write, { as: teacher, body: { text: 'Zz9canary' } })
    await send(api.write, { as: teacher, body: { text: 'Zz9canary-that-is-far-too-long' } })
    await app.inject('/api/unknown/Zz9canary?x=Zz9canary')
    expect(lines.join()).not.toContain('Zz9canary')
    for (const token of tokens.keys()) expect(lines.join()).not.toContain(token)
    expect(lines.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
      api.read.path,
      api.write.path,
      api.write.path,
      '(none)',
    ])
  })
})

it('sends scripts and styles without the policies of documents, but a worker with them', async () => {
  for (const file of ['shell-CAjWLM4O.js', 'board-B1DELm64.css']) {
    const { headers } = await app.inject(`/assets/${file}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('content-security-policy')
  }
  const worker = (await app.inject('/assets/pdf-6.5.438/worker.js')).headers
  expect(worker['content-security-policy']).toContain("script-src 'self';")
})

it('sends security headers for pages, and others for answers', async () => {
  const page = (await app.inject('/somewhere')).headers
  expect(page['content-security-policy']).toContain("script-src 'self';")
  expect(page['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(page).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  const answer = (await app.inject('/api/unknown')).headers
  expect(answer['content-security-policy']).toContain("default-src 'none'")
  expect(answer).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
})

it('lets no setting of one request reach the next on the same connection', async () => {
  await send(api.read, { as: reader })
  const left = await database.cells
    .pool(1)
    .query<{ district: string }>("select current_setting('app.district_id', true) as district")
  expect(left.rows[0]!.district ?? '').toBe('')
  await database.as(reader, ({ db }) => sql`select 1`.execute(db))
})
