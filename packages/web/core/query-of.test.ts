import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineModule } from '#packages/contract/manifest.ts'
import { routesOf } from '#packages/contract/route.ts'
import { queryOf } from './query-of.ts'

const manifest = defineModule({ key: 'loan', title: '借用', group: 'baseData', permissions: {}, pages: [] })
const route = routesOf(manifest)
const api = {
  get: route({
    method: 'GET',
    path: '/api/loan/get',
    title: '借用详情',
    access: 'staff',
    query: z.object({ id: z.string() }),
    data: z.object({ id: z.string() }),
  }),
  count: route({ method: 'GET', path: '/api/loan/count', title: '借用数', access: 'staff', data: z.int() }),
}

let urls: string[]
beforeEach(() => {
  urls = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    const data = url.includes('count') ? 3 : { id: new URL(url, 'http://x').searchParams.get('id') }
    return new Response(JSON.stringify({ ret: 1, msg: '', data, executeTime: 1, success: true }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const key = ['loan'] as const
const read = (id: string) => queryOf(key, api.get, { query: { id } })

it('calls the route, and each value has its own place in the cache', async () => {
  const client = new QueryClient()
  expect(await client.fetchQuery(read('a'))).toEqual({ id: 'a' })
  expect(await client.fetchQuery(read('b'))).toEqual({ id: 'b' })
  expect(await client.fetchQuery(queryOf(key, api.count))).toBe(3)
  await client.fetchQuery({ ...read('a'), staleTime: Infinity })
  expect(urls).toEqual(['/api/loan/get?id=a', '/api/loan/get?id=b', '/api/loan/count'])
})

it('is read again after its key was invalidated', async () => {
  const client = new QueryClient()
  await client.fetchQuery(read('a'))
  await client.invalidateQueries({ queryKey: ['room'] })
  expect(client.getQueryState(read('a').queryKey)?.isInvalidated).toBe(false)
  await client.invalidateQueries({ queryKey: key })
  expect(client.getQueryState(read('a').queryKey)?.isInvalidated).toBe(true)
})
