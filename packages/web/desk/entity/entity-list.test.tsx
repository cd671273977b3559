import { HomeOutlined } from '@ant-design/icons'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  date,
  dateRange,
  datetime,
  flag,
  entitiesOf,
  entityRoutes,
  moveRoutes,
  status,
  text,
} from '#packages/contract/entity/index.ts'
import { defineModule } from '#packages/contract/manifest.ts'
import { createEntityList } from '#packages/web/core/entity/entity-list.ts'
import { getSharedCard } from '#packages/web/core/list/columns.ts'
import { clickByName, getAddress, openPage, waitUntil } from '../list/testing/open-list.tsx'
import { createTestPage } from '../test-page.fixture.tsx'
import { createEntityListSpec, defineEntityList } from './entity-list.tsx'

const manifest = defineModule({ key: 'loan', title: '借用', group: 'baseData', permissions: {}, pages: [] })
const loan = entitiesOf(manifest)('loan', {
  title: '借用',
  measure: '笔',
  access: { read: 'staff', update: 'staff' },
  scope: {},
  fields: {
    purpose: text('用途', { max: 60 }),
    dueOn: date('应还日期'),
    period: dateRange('借用日期', { columns: ['starts_on', 'ends_on'] }),
    returnedAt: datetime('归还时间'),
    isUrgent: flag('加急'),
    status: status('状态', {
      lent: { label: '借出中', tone: 'warning', next: ['returned'] },
      returned: { label: '已归还', tone: 'success' },
    }),
  },
  name: 'purpose',
  list: {
    columns: ['dueOn', 'period', 'returnedAt', 'isUrgent'],
    filters: ['dueOn', 'period', 'returnedAt'],
    search: ['purpose'],
    order: ['purpose'],
  },
  form: [],
})
const api = {
  ...entityRoutes(loan, { path: '/api/loan', actions: ['list'] }),
  ...moveRoutes(loan, '/api/loan', { giveBack: { label: '归还', from: 'lent', to: 'returned' } }),
}
const Loans = defineEntityList(loan, api, { key: 'loan:Loans', icon: HomeOutlined })

let server: ReturnType<typeof createTestPage>
let close: () => Promise<void>
const lastQuery = () => server.callsTo('/api/loan/list').at(-1)?.query

beforeEach(() => {
  close = async () => {}
  vi.useFakeTimers({ now: new Date('2026-11-14T10:00:00+08:00') })
  localStorage.clear()
  server = createTestPage({ '/api/loan/list': () => ({ items: [], itemCount: 0, pageCount: 0 }) })
})
afterEach(async () => {
  await close()
  await server.close()
  vi.useRealTimers()
})

const open = async (address: string, width: number) => {
  Object.assign(window, { innerWidth: width })
  close = await openPage(Loans, { address })
}

it.each([
  ['dueOn', '应还日期'],
  ['period', '借用日期'],
  ['returnedAt', '归还时间'],
])('filters by days with the specified shortcuts: %s', async (name, label) => {
  await open('', 390)
  await clickByName('筛选')
  const group = await waitUntil(() => document.querySelector(`[role=group][aria-label=${label}]`)!)
  const shortcuts = [...group.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(shortcuts).toEqual(['最近一周', '最近一个月', '最近三个月', '最近一年', '自定义'])
  await close()
  await open(`${name}=30`, 1366)
  await waitUntil(() => expect(lastQuery()).toMatchObject({ [name]: '2026-10-15~2026-11-14' }))
})

it('filters by any two days, of which one may be open', async () => {
  await open('period=2026-11-01~2026-11-07&dueOn=2026-12-01~', 1366)
  await waitUntil(() =>
    expect(lastQuery()).toMatchObject({ period: '2026-11-01~2026-11-07', dueOn: '2026-12-01~', keyword: '' }),
  )
  expect(getAddress()).toBe('period=2026-11-01~2026-11-07&dueOn=2026-12-01~')
  expect(lastQuery()).not.toHaveProperty('returnedAt')
})

const row = {
  id: '0190b1a0-0000-7000-8000-000000000001',
  version: 1,
  purpose: '拍摄',
  dueOn: null,
  period: null,
  returnedAt: null,
  isUrgent: false,
  status: 'lent',
} as const

it('a card, which has no titles, names which date it shows, and what is so', () => {
  const { columns } = createEntityList(loan, api, { key: 'loan:' })
  const factsOf = (values: object) => getSharedCard({ columns }, { ...row, ...values }).facts
  expect(factsOf({ dueOn: '2026-11-20', isUrgent: true })).toEqual(['应还日期 2026-11-20', '加急'])
  expect(factsOf({})).toEqual([])
  const oneDay = { ...loan, list: { ...loan.list, columns: ['dueOn'] } }
  const short = createEntityList(oneDay, api, { key: 'loan:' })
  expect(getSharedCard(short, { ...row, dueOn: '2026-11-20' }).facts).toEqual(['2026-11-20'])
})

it('a route that changes the status is an action of the rows that are in the state before', async () => {
  const { actions } = createEntityListSpec(loan, api, { key: 'loan:', icon: HomeOutlined })
  const [giveBack] = actions!
  expect(giveBack).toMatchObject({ label: '归还', permission: 'staff', isSingle: true, isPrimary: true })
  expect(giveBack!.when!(row)).toBe(true)
  expect(giveBack!.when!({ ...row, status: 'returned' })).toBe(false)
  if (!('run' in giveBack!)) throw new Error('it runs at once')
  await giveBack.run({ ids: [row.id] }, []).catch(() => {})
  expect(server.callsTo('/api/loan/giveBack')[0]!.body).toEqual({ id: row.id })
  await open('', 1366)
})
