import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineModule } from '#packages/contract/manifest.ts'
import { routesOf } from '#packages/contract/route.ts'
import { call } from './call.ts'
import { expectEarlyAnswers, forgetEarlyAnswers, putEarlyAnswers } from './early-answers.ts'

const route = routesOf(defineModule({ key: 'loan', title: '借用', permissions: {} }))
const api = {
  count: route({
    method: 'GET',
    path: '/api/loan/count',
    title: '借用数',
    access: 'staff',
    query: z.object({ kind: z.string() }),
    data: z.int(),
  }),
  lend: route({ method: 'POST', path: '/api/loan/lend', title: '借出', access: 'staff', data: z.null() }),
}
const count = (kind: string) => call(api.count, { query: { kind } })
const early = (data: unknown, part = {}) => ({ url: '/api/loan/count?kind=ball', ret: 1, msg: '', data, ...part })

let urls: string[]
beforeEach(() => {
  urls = []
  forgetEarlyAnswers()
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return new Response(JSON.stringify({ ret: 1, msg: '', data: url.includes('count') ? 9 : null, success: true }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('an answer that came early is taken once, by the call with the same values', async () => {
  putEarlyAnswers([early(3)])
  expect(await count('bat')).toBe(9)
  expect(await count('ball')).toBe(3)
  expect(await count('ball')).toBe(9)
  expect(urls).toEqual(['/api/loan/count?kind=bat', '/api/loan/count?kind=ball'])
})

it('a refusal is thrown as from the server', async () => {
  putEarlyAnswers([early(null, { ret: -6, msg: '没有权限' })])
  await expect(count('ball')).rejects.toMatchObject({ ret: -6, message: '没有权限' })
})

it('after a write the answer is asked for', async () => {
  putEarlyAnswers([early(3)])
  await call(api.lend)
  expect(await count('ball')).toBe(9)
})

it('a call waits for the answers that are on their way', async () => {
  let arrive = () => {}
  const settled = new Promise<void>((done) => (arrive = done))
  expectEarlyAnswers(['/api/loan/count?kind=ball'], settled)
  const counted = count('ball')
  putEarlyAnswers([early(4)])
  arrive()
  expect(await counted).toBe(4)
  expect(urls).toEqual([])
})
