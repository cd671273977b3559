import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineListPage } from './list-page.tsx'
import { createDayRangeFilter, formatRange } from '#packages/web/core/list/day-range-filter.ts'
import {
  getAddress,
  clickByName,
  getByName,
  openPage,
  createSchoolList,
  createSchools,
  waitUntil,
  type FakeServer,
} from './testing/open-list.tsx'

let server: FakeServer
let close: () => Promise<void>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-14T10:00:00+08:00') })
  localStorage.clear()
  Object.assign(window, { innerWidth: 1366 })
  server = { schools: createSchools(3), requests: [], done: [], fault: undefined }
})
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

const open = async (address: string, width = 1366) => {
  Object.assign(window, { innerWidth: width })
  close = await openPage(defineListPage({ ...createSchoolList(server), filters: [createDayRangeFilter('时间')] }), {
    address,
  })
}

const valueOf = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  return document.querySelector<HTMLInputElement>(`[id="${found?.htmlFor}"]`)?.value
}

it('offers the four shortcuts on a phone, and any two days', async () => {
  await open('', 390)
  await clickByName('筛选')
  for (const label of ['最近一周', '最近一个月', '最近三个月', '最近一年']) expect(getByName(label)).toBeTruthy()
  await clickByName('最近一个月')
  await clickByName('查询')
  expect(getAddress()).toBe('days=30')
  expect(server.requests.at(-1)?.filter).toEqual({ days: '30' })
  await clickByName('筛选，已选 1 项')
  await clickByName('自定义')
  await clickByName('查询')
  expect(server.requests.at(-1)?.filter).toEqual({ days: '2026-10-15~2026-11-14' })
})

it('has two fields for two days on the desk', async () => {
  await open('days=2026-11-01~2026-11-07')
  await waitUntil(() => expect(valueOf('时间起')).toBe('2026-11-01'))
  expect(valueOf('时间止')).toBe('2026-11-07')
  expect(server.requests.at(-1)?.filter).toEqual({ days: '2026-11-01~2026-11-07' })
})

it('shows the chosen range as text', async () => {
  await open('')
  const filter = createDayRangeFilter('时间')
  expect(formatRange(filter, '90')).toBe('最近三个月')
  expect(formatRange(filter, '2026-11-01~2026-11-07')).toBe('2026-11-01 至 2026-11-07')
  expect(formatRange(filter, '2026-11-01~')).toBe('2026-11-01及以后')
  expect(formatRange(filter, '~2026-11-07')).toBe('2026-11-07及以前')
})
