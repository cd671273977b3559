import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { staffApi, type User } from '../contract.ts'
import { findNewStaffAction, findStaff, findStaffActions } from './palette-search.ts'
import { userRow } from './user.fixture.ts'

const luo = '01a05a43-fc00-7000-8001-000000000005'
const rows: User[] = [
  { ...userRow, name: '罗海燕', account: 'active', post: '教师' },
  { ...userRow, id: luo, name: '罗海洋', account: 'none' },
]
let requests: { url: string; body: Record<string, unknown> }[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    requests.push({ url, body: JSON.parse(body as string) as Record<string, unknown> })
    const data = z.encode(staffApi.search.data, { itemCount: 2, pageCount: 1, people: 2, planned: 0, items: rows })
    return new Response(JSON.stringify({ ret: 1, msg: '', data }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()

it('links to the profile without the search text in the URL', async () => {
  const hits = await findStaff('lhy', signal)
  expect(hits.map(({ title, to }) => [title, to])).toEqual([
    ['罗海燕', `/baseData/User?open=${userRow.id}`],
    ['罗海洋', `/baseData/User?open=${luo}`],
  ])
  expect(requests).toMatchObject([{ url: staffApi.search.path, body: { keyword: 'lhy' } }])
  expect(await findStaff('l', signal)).toEqual([])
})

it('runs an action on the person named after the verb, where it is permitted', async () => {
  const titles = async (text: string) => (await findStaffActions(text, signal)).map(({ title }) => title)
  expect(await titles('重置密码 罗海')).toEqual(['重置密码 罗海燕'])
  expect(await titles('czmm lh')).toEqual(['重置密码 罗海燕'])
  expect(await titles('邀请 罗海')).toEqual(['邀请 罗海洋'])
  expect(requests.every(({ url }) => url === staffApi.search.path)).toBe(true)
  expect(await titles('重置密码')).toEqual([])
  expect(await titles('罗海燕')).toEqual([])
})

it('creates a person from anywhere', async () => {
  expect((await findNewStaffAction('xjjs')).map(({ to }) => to)).toEqual(['/baseData/User?fill=new'])
  expect(await findNewStaffAction('罗海燕')).toEqual([])
})
