// @vitest-environment node
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineModule, intParam, routesOf, upload, wireObject } from '#packages/contract'
import { Ret } from '#packages/core'
import { createCaller, createRawCaller, clearCaptcha, setCaptcha, type CallerSettings } from './call.ts'
import { CallError, getFieldErrors } from './call-error.ts'

const route = routesOf(defineModule({ key: 'box', title: '盒', permissions: {} }))
const boxApi = {
  read: route({
    method: 'GET',
    path: '/api/box/read',
    title: '读',
    access: 'public',
    query: z.object({ pageNumber: intParam({ min: 1 }), kind: z.string().optional() }),
    data: z.object({ size: z.codec(z.string(), z.number(), { decode: Number, encode: String }) }),
  }),
  sizes: route({
    method: 'GET',
    path: '/api/box/sizes',
    title: '尺寸',
    access: 'public',
    catalogue: true,
    data: z.array(z.string()),
  }),
  write: route({
    method: 'POST',
    path: '/api/box/write',
    title: '写',
    access: 'public',
    body: z.object({ on: z.codec(z.literal([0, 1]), z.boolean(), { decode: Boolean, encode: (on) => (on ? 1 : 0) }) }),
    data: z.null(),
  }),
  rename: route({
    method: 'POST',
    path: '/api/box/rename',
    title: '改名',
    access: 'public',
    body: wireObject({ name: z.string() }, { name: 'fName' }),
    data: z.null(),
  }),
  fill: route({
    method: 'POST',
    path: '/api/box/fill',
    title: '装',
    access: 'public',
    multipart: true,
    body: z.object({
      size: z.int(),
      label: z.string().optional(),
      file: upload({ maxBytes: 100, tooLarge: '太大' }).optional(),
    }),
    data: z.null(),
  }),
  picture: route({
    method: 'GET',
    path: '/api/box/picture',
    title: '图',
    access: 'public',
    raw: true,
    query: z.object({ t: z.string() }),
    data: z.any(),
  }),
}

const answer = (ret: number, msg: string, data: unknown) =>
  JSON.stringify({ ret, msg, data, executeTime: 1, success: ret === 1 })

interface Seen {
  url: string
  headers: IncomingMessage['headers']
  body: string
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A real server that answers the n-th request with the n-th listener, and the rest with the last. */
async function serve(...answers: RequestListener[]) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body })
      answers[Math.min(seen.length, answers.length) - 1]!(request, response)
    })
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  servers.push(server)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const base = { origin, timeoutMs: 60_000, pauseMs: 5, credentials: () => ({ token: '', orgId: '' }) }
  const caller = (settings: Partial<CallerSettings> = {}) => createCaller({ ...base, ...settings })
  const rawCaller = (settings: Partial<CallerSettings> = {}) => createRawCaller({ ...base, ...settings })
  return { seen, caller, rawCaller }
}

const good =
  (data: unknown): RequestListener =>
  (_, response) =>
    response.end(answer(1, '', data))
const silent: RequestListener = () => {}
const hangUp: RequestListener = (request) => request.socket.destroy()

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: unknown) => error as CallError,
  )

it('uses the wire names of the contract outside, and our names inside', async () => {
  const { seen, caller } = await serve(good({ size: '12' }), good(null))
  expect(await caller()(boxApi.read, { query: { pageNumber: 3 } })).toEqual({ size: 12 })
  expect(await caller()(boxApi.write, { body: { on: true } })).toBeNull()
  expect(seen[0]!.url).toBe('/api/box/read?pageNumber=3')
  expect(JSON.parse(seen[1]!.body)).toEqual({ on: 1 })
})

it('sends a form with its files, and nothing for missing values', async () => {
  const { seen, caller } = await serve(good(null))
  const file = new File(['abc'], 'a.png', { type: 'image/png' })
  await caller()(boxApi.fill, { body: { size: 3, file, label: undefined } })
  const { headers, body } = seen[0]!
  const form = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
  expect([...form.keys()]).toEqual(['size', 'file'])
  expect(form.get('size')).toBe('3')
  expect(form.get('file')).toMatchObject({ name: 'a.png', type: 'image/png', size: 3 })
})

it('returns bytes unchanged, and reads refusals from the envelope', async () => {
  const { seen, rawCaller } = await serve(
    (_, response) => response.setHeader('content-type', 'image/jpeg').end('abc'),
    (_, response) => response.setHeader('content-type', 'application/json').end(answer(-5, '头像不存在', null)),
  )
  const picture = await rawCaller({ credentials: () => ({ token: '1.abc', orgId: '' }) })(boxApi.picture, {
    query: { t: '7' },
  })
  expect({ type: picture.type, text: await picture.text() }).toEqual({ type: 'image/jpeg', text: 'abc' })
  expect(seen[0]).toMatchObject({ url: '/api/box/picture?t=7', headers: { authorization: 'Bearer 1.abc' } })
  expect(await errorOf(rawCaller()(boxApi.picture, { query: { t: '8' } }))).toMatchObject({ ret: Ret.notFound })
})

it('sends the token, the organisation, and headers against caching', async () => {
  const { seen, caller } = await serve(good({ size: '1' }))
  await caller({ credentials: () => ({ token: '1.abc', orgId: 'o-1' }) })(boxApi.read, { query: { pageNumber: 1 } })
  expect(seen[0]!.headers).toMatchObject({
    authorization: 'Bearer 1.abc',
    'x-org-id': 'o-1',
    'cache-control': 'no-cache',
  })
  expect(seen[0]!.headers).not.toHaveProperty('idempotency-key')
})

it('lets the browser ask whether its catalogue is up to date', async () => {
  const { seen, caller } = await serve(good(['大', '小']))
  expect(await caller()(boxApi.sizes)).toEqual(['大', '小'])
  // Sent by the browser for an answer that it may have; with our headers against caching it would not send an ETag.
  expect(seen[0]!.headers['cache-control']).toBe('max-age=0')
  expect(seen[0]!.headers).not.toHaveProperty('pragma')
})

it('tries a write three times under one key, and reports nothing when the third succeeds', async () => {
  const { seen, caller } = await serve(hangUp, silent, good(null))
  await caller({ timeoutMs: 3_000 })(boxApi.write, { body: { on: false } })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{8,64}$/)
})

it('waits for a write that is still in progress after its answer was lost', async () => {
  const pending: RequestListener = (_, response) =>
    response.end(answer(-4, '正在处理', { retryAfter: 5, isPending: true }))
  const { seen, caller } = await serve(hangUp, pending, pending, pending, pending, good(null))
  await expect(caller()(boxApi.write, { body: { on: true } })).resolves.toBeNull()
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  const tooOften: RequestListener = (_, response) => response.end(answer(-4, '次数过多', { retryAfter: 900 }))
  const limited = await serve(hangUp, tooOften)
  expect(await errorOf(limited.caller()(boxApi.write, { body: { on: true } }))).toMatchObject({ ret: Ret.tooMany })
  expect(limited.seen).toHaveLength(2)
})

it('uses the idempotency key of a longer action', async () => {
  const { seen, caller } = await serve(good(null))
  await caller()(boxApi.write, { body: { on: true }, idempotencyKey: 'gesture-1' })
  expect(seen[0]!.headers['idempotency-key']).toBe('gesture-1')
})

it('gives up after two more tries, with a message', async () => {
  const { seen, caller } = await serve(silent)
  const error = await errorOf(caller({ timeoutMs: 2_000 })(boxApi.read, { query: { pageNumber: 1 } }))
  expect(error).toMatchObject({ msg: '请求超时，请重新刷新页面', status: 0 })
  expect(seen).toHaveLength(3)
})

it('has no timeout for an upload', async () => {
  const late: RequestListener = (_, response) => void setTimeout(() => response.end(answer(1, '', null)), 200)
  const { seen, caller } = await serve(late)
  await caller({ timeoutMs: 80 })(boxApi.write, { body: { on: true }, noTimeout: true })
  expect(seen).toHaveLength(1)
})

it('stops when the caller aborts', async () => {
  const { seen, caller } = await serve(silent)
  const controller = new AbortController()
  const error = errorOf(
    caller({ timeoutMs: 5_000 })(boxApi.read, { query: { pageNumber: 1 }, signal: controller.signal }),
  )
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  controller.abort(new Error('left the page'))
  expect((await error).message).toBe('left the page')
  expect(seen).toHaveLength(1)
})

it('sends the answer to a captcha with one call, and with all its tries', async () => {
  const { seen, caller } = await serve(hangUp, good(null), good(null))
  setCaptcha({ codeKey: 'k-1', codeNum: '7K2P' })
  await caller()(boxApi.write, { body: { on: true } })
  await caller()(boxApi.write, { body: { on: true } })
  expect(seen.map(({ headers }) => [headers['codekey'], headers['codenum']])).toEqual([
    ['k-1', '7K2P'],
    ['k-1', '7K2P'],
    [undefined, undefined],
  ])
})

it('drops the answer to a captcha also when the call was refused', async () => {
  const { seen, caller } = await serve((_, response) => response.end(answer(-2, '验证码错误', null)), good(null))
  setCaptcha({ codeKey: 'k-1', codeNum: '八' })
  expect((await errorOf(caller()(boxApi.write, { body: { on: true } }))).ret).toBe(Ret.captchaNeeded)
  await caller()(boxApi.write, { body: { on: true } })
  expect(seen[0]!.headers['codenum']).toBe('%E5%85%AB')
  expect(seen[1]!.headers).not.toHaveProperty('codenum')
})

it('keeps an answer that was given while an older call was in progress', async () => {
  let finish = () => {}
  const { seen, caller } = await serve((_, response) => {
    finish = () => response.end(answer(1, '', null))
  }, good(null))
  setCaptcha({ codeKey: 'k-1', codeNum: '1' })
  const first = caller({ timeoutMs: 5_000 })(boxApi.write, { body: { on: true } })
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  setCaptcha({ codeKey: 'k-2', codeNum: '2' })
  finish()
  await first
  await caller()(boxApi.write, { body: { on: true } })
  expect(seen[1]!.headers['codekey']).toBe('k-2')
})

it('sends nothing of a cleared captcha', async () => {
  const { seen, caller } = await serve(good(null))
  setCaptcha({ codeKey: 'k-1', codeNum: '1' })
  clearCaptcha()
  await caller()(boxApi.write, { body: { on: true } })
  expect(seen[0]!.headers).not.toHaveProperty('codekey')
})

it('treats 204 as success', async () => {
  const { caller } = await serve((_, response) => response.writeHead(204).end())
  expect(await caller()(boxApi.write, { body: { on: true } })).toBeNull()
})

it('reads our envelope also from an HTTP error, below the sentence with the status', async () => {
  const { seen, caller } = await serve((_, response) =>
    response
      .writeHead(500, { 'x-request-id': 'r-7' })
      .end(answer(-500, '系统出现异常，请稍后重试', { requestId: 'r-7' })),
  )
  const error = await errorOf(caller()(boxApi.read, { query: { pageNumber: 1 } }))
  const message = 'An unexpected server error occurred. (500)\n系统出现异常，请稍后重试'
  expect(error).toMatchObject({ ret: Ret.fault, msg: message, status: 500, requestId: 'r-7' })
  expect(seen).toHaveLength(1)
})

it('names the status when another server answered', async () => {
  const { caller } = await serve((_, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'))
  const error = await errorOf(caller()(boxApi.read, { query: { pageNumber: 1 } }))
  expect(error).toMatchObject({
    msg: expect.stringMatching(/^An unexpected server error occurred\. \(502\)\n/),
    status: 502,
  })
})

it('does not pass on an answer that breaks its contract', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { caller } = await serve(good({ size: 7 }))
  const error = await errorOf(caller()(boxApi.read, { query: { pageNumber: 1 } }))
  expect(error).toMatchObject({ msg: expect.stringContaining('An unexpected server error occurred. (200)') })
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

it('calls the refusal handler before it rejects the call', async () => {
  const refusals: number[] = []
  const { caller } = await serve((_, response) => response.end(answer(-3, '登录已失效，请重新登录', null)))
  const error = await errorOf(
    caller({ onRefused: ({ ret }) => refusals.push(ret) })(boxApi.write, { body: { on: true } }),
  )
  expect(refusals).toEqual([Ret.notSignedIn])
  expect(error.ret).toBe(Ret.notSignedIn)
})

it('passes the message of each field to the form', async () => {
  const { caller } = await serve((_, response) =>
    response.end(answer(-1, '请输入密码', { errors: [{ field: 'userPwd', msg: '请输入密码' }] })),
  )
  const error = await errorOf(caller()(boxApi.write, { body: { on: true } }))
  expect(getFieldErrors(error)).toEqual({ userPwd: '请输入密码' })
})

it("passes the server's message under our name for a field with another wire name", async () => {
  const { caller } = await serve((_, response) =>
    response.end(answer(-1, '同级已存在同名组织', { errors: [{ field: 'fName', msg: '同级已存在同名组织' }] })),
  )
  const error = await errorOf(caller()(boxApi.rename, { body: { name: '大箱子' } }))
  expect(getFieldErrors(error)).toEqual({ name: '同级已存在同名组织' })
})
