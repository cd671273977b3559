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
let asked: { url: string; body: Record<string, unknown> }[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push({ url, body: JSON.parse(body as string) as Record<string, unknown> })
    const data = z.encode(staffApi.search.data, { itemCount: 2, pageCount: 1, people: 2, planned: 0, items: rows })
    return new Response(JSON.stringify({ ret: 1, msg: '', data }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()

it('leads to the profile, and what was typed stands in no address', async () => {
  const hits = await findStaff('lhy', signal)
  expect(hits.map(({ title, to }) => [title, to])).toEqual([
    ['罗海燕', `/baseData/User?open=${userRow.id}`],
    ['罗海洋', `/baseData/User?open=${luo}`],
  ])
  expect(asked).toMatchObject([{ url: staffApi.search.path, body: { keyword: 'lhy' } }])
  expect(await findStaff('l', signal)).toEqual([])
})

it('does something to whoever is named behind the verb, where it can be done', async () => {
  const titles = async (words: string) => (await findStaffActions(words, signal)).map(({ title }) => title)
  expect(await titles('重置密码 罗海')).toEqual(['重置密码 罗海燕'])
  expect(await titles('czmm lh')).toEqual(['重置密码 罗海燕'])
  expect(await titles('邀请 罗海')).toEqual(['邀请 罗海洋'])
  expect(asked.every(({ url }) => url === staffApi.search.path)).toBe(true)
  expect(await titles('重置密码')).toEqual([])
  expect(await titles('罗海燕')).toEqual([])
})

it('makes a new one from anywhere', async () => {
  expect((await findNewStaffAction('xjjs')).map(({ to }) => to)).toEqual(['/baseData/User?fill=new'])
  expect(await findNewStaffAction('罗海燕')).toEqual([])
})
