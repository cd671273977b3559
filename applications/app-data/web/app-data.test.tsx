import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '#packages/web/core/session.ts'
import { createMemoryPreferenceStore } from '#packages/web/desk/gallery/memory-preference-store.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { appDataApi, type DataCell } from '../contract.ts'
import { dataKey, type Board } from './data-queries.ts'
import AppDataPage from './pages/app-data.tsx'

const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const info = { title: '应用数据', group: '数据中心', permission: { code: 'staff', title: '' }, actions: [] }

function Shell({ address, children }: { address: string; children: ReactNode }) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const [preferences] = useState(() => createMemoryPreferenceStore())
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
        <PreferenceStoreContext value={preferences}>{children}</PreferenceStoreContext>
        <output>{search.toString()}</output>
      </PageSearchContext>
    </PageContext>
  )
}

const cell = (value: number | null, more: Partial<DataCell> = {}): DataCell => ({
  value,
  of: null,
  before: null,
  asOf: null,
  reported: 2,
  expected: 2,
  isMasked: false,
  isIncomplete: false,
  ...more,
})
const column = { code: 'attendance.rate', title: '出勤率', unit: '%', kind: 'rate' as const, note: '到课', dims: {} }
const page = {
  key: 'roll-call',
  title: '课堂点名',
  about: '',
  icon: null,
  owner: '教务教学',
  url: null,
  columns: [column],
}
const noRows = { itemCount: 0, pageCount: 0, items: [], isShortened: false, sizesDiffer: false }
const board: Board = {
  page,
  org: { id: id(1), name: '云禾区教育局', parent: null },
  code: column.code,
  from: '2026-11-16',
  to: '2026-11-18',
  readAt: '2026-11-18T02:00:00.000Z',
  figures: { [column.code]: cell(93, { before: { day: '2026-11-13', value: 90 }, reported: 148, expected: 150 }) },
  days: ['16', '17', '18'].map((day, at) => ({ day: `2026-11-${day}`, cell: cell([90, null, 96][at]!) })),
  dims: [],
  marks: [],
  orgs: {
    ...noRows,
    itemCount: 2,
    pageCount: 1,
    items: ['实验小学', '文澜中学'].map((label, at) => ({
      key: id(at + 2),
      label,
      hasChild: at === 0,
      rank: null,
      isOwn: false,
      values: { [column.code]: cell(at === 0 ? 93 : 40, { reported: 1, isIncomplete: at === 1 }) },
    })),
  },
  pending: null,
  may: { remind: true, issues: false },
}

let served: ReturnType<typeof createTestPage>
let answer: () => Board
const open = async (address: string) => {
  served = createTestPage({
    [appDataApi.board.path]: () => answer(),
    [appDataApi.views.path]: () => [],
    [appDataApi.pages.path]: () => [page],
    [appDataApi.missing.path]: () => [{ id: id(3), name: '文澜中学', remindedAt: null }],
    [appDataApi.remind.path]: () => ({ reminded: 1, skipped: 0 }),
  })
  await served.show(
    <Shell address={address}>
      <AppDataPage />
    </Shell>,
  )
  await settle(100)
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-18T10:00:00+08:00') })
  Object.assign(window, { innerWidth: 1366 })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  useSession.setState({ orgId: id(1) })
  answer = () => board
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('shows the figures, their change and who has not reported, in one request', async () => {
  await open('key=roll-call')
  expect(getPageText()).toContain('比 11-13 +3，上报 148/150')
  expect(getPageText()).toContain('出勤率11-18最高，96%；11-16最低，90%')
  expect(served.callsTo(appDataApi.board.path)).toHaveLength(1)
  expect(served.callsTo(appDataApi.query.path)).toHaveLength(0)
  const incomplete = document.querySelector('[data-incomplete]')
  expect(incomplete?.getAttribute('title')).toBe('数据不完整，暂不参与排名')
})

it('shows a metric with a dimension by its words', async () => {
  const leave = { ...column, code: 'attendance.leave', title: '请假人次', unit: '人次', kind: 'sum' as const }
  answer = () => ({
    ...board,
    page: { ...page, columns: [{ ...leave, dims: { kind: '类型' } }] },
    code: leave.code,
    figures: { [leave.code]: cell(12) },
    dims: [
      { label: '病假', cell: cell(9) },
      { label: '事假', cell: cell(3) },
    ],
  })
  await open('key=roll-call')
  const card = document.querySelector('[aria-label="请假人次按类型"]')!
  expect(card.textContent).toContain('病假最多，9 人次，占 75%')
  expect([...card.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['病假9', '事假3'])
})

it('draws no chart without any value', async () => {
  answer = () => ({ ...board, days: board.days.map(({ day }) => ({ day, cell: cell(null) })) })
  await open('key=roll-call')
  expect(getPageText()).toContain('这段时间没有出勤率')
  expect(getPageText()).toContain('这段时间没有记录')
  expect(document.querySelector('figure')).toBeNull()
})

it('reminds those who are missing', async () => {
  await open('key=roll-call&tab=missing')
  expect(getPageText()).toContain('文澜中学')
  await click(getButton('一键提醒'))
  await settle(100)
  expect(served.callsTo(appDataApi.remind.path)[0]!.body).toMatchObject({
    code: column.code,
    orgId: id(1),
    day: '2026-11-18',
  })
})

it('keeps the last figures with their time when they cannot be read again', async () => {
  await open('key=roll-call')
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  void served.client.refetchQueries({ queryKey: dataKey })
  await settle(60_000)
  expect(getPageText()).toContain('数据截至 10:00')
  expect(getPageText()).toContain('148/150')
})

it('says that an application has no figures, and lets choose one without an address', async () => {
  answer = () => ({
    ...board,
    page: { ...page, columns: [] },
    org: null,
    figures: {},
    days: [],
    orgs: noRows,
    code: '',
  })
  await open('key=data-centre')
  expect(getPageText()).toContain('该应用暂未接入数据统计')
  await served.close()
  await open('')
  expect(getPageText()).toContain('请选择应用')
})
