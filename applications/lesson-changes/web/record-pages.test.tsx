import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { useSession } from '#packages/web/core/session.ts'
import { clickByName, openPage, waitUntil } from '#packages/web/desk/list/testing/open-list.tsx'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import type { CoverRecord } from '../contract-records.ts'
import { requestOf } from './covers.fixture.ts'
import Records from './pages/records.tsx'
import CoverStatistics from './pages/statistics.tsx'

const id = '0190b1a0-0000-7000-8000-000000000001'
const other = '0190b1a0-0000-7000-8000-000000000002'
const record: CoverRecord = {
  id,
  day: '2026-11-19',
  slot: '第12周 周四 第3节',
  className: '八(2)班',
  subject: { id, name: '数学' },
  kind: 'substitute',
  fromTeacher: { id, name: '李敏' },
  toTeacher: { id: other, name: '王芳' },
  moved: '',
  source: 'sick',
  credit: 100,
  isBackfilled: false,
  status: 'effective',
  org: { id, name: '明湖学校' },
  class: { id, name: '2' },
  requestId: other,
  chainNo: 1,
  createdAt: '2026-11-18T00:00:00.000Z',
}
const sum = {
  userId: id,
  name: '王芳',
  department: '数学组',
  given: 0,
  taken: 2,
  swapped: 0,
  supervised: 1,
  backfilled: 1,
  hours: 250,
  byKind: { same: 200, other: 0, supervise: 50, merge: 0 },
}
let rows: CoverRecord[]
let server: ReturnType<typeof createTestPage>
let close: (() => Promise<void>) | undefined

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-18T08:00:00+08:00') })
  rows = [record]
  useSession.setState({ orgId: id })
  server = createTestPage({
    '/api/tiaoke/page': () => ({ items: rows, itemCount: rows.length, pageCount: 1 }),
    '/api/tiaoke/record/get': () => ({ ...record, chain: '李敏→赵云→王芳' }),
    '/api/tiaoke/detail': () => requestOf({ note: '当天外出' }),
    '/api/tiaoke/cancel': () => ({ cancelled: 1 }),
    '/api/tiaoke/statistics': ({ query }) => ({
      orgName: '明湖学校',
      month: query['month'],
      rows: [sum],
      total: 250,
      settled: null,
      maySettle: true,
    }),
    '/api/tiaoke/settle': () => ({ total: 250 }),
    '/api/tiaoke/credits': () => [],
  })
})
afterEach(async () => {
  await close?.()
  close = undefined
  await server.close()
  vi.useRealTimers()
})

const Nothing = () => null
const controls = { class: Nothing, subject: Nothing, person: Nothing }
const RecordsPage = () => (
  <FieldControlsContext value={{ controls }}>
    <Records />
  </FieldControlsContext>
)

it('a row of the records opens with its chain, and a list without rows says so', async () => {
  close = await openPage(RecordsPage, { permissions: ['cover.read', 'cover.arrange'] })
  await waitUntil(() => expect(getPageText()).toContain('第12周 周四 第3节'))
  expect(getPageText()).toContain('八(2)班')
  await clickByName('2026-11-19')
  await waitUntil(() => expect(getPageText()).toContain('李敏→赵云→王芳'))
  expect(getPageText()).toContain('由王芳代课')
  await waitUntil(() => expect(getPageText()).toContain('说明当天外出'))
  expect(getPageText()).not.toContain('教务 说明')
})

it('says when there are no records', async () => {
  rows = []
  close = await openPage(RecordsPage, { permissions: ['cover.read'] })
  await waitUntil(() => expect(getPageText()).toContain('该条件下没有代调课记录'))
})

it('the statistics show the hours of a month, which is settled after a question', async () => {
  close = await openPage(CoverStatistics, { permissions: ['cover.settle'] })
  await waitUntil(() => expect(getPageText()).toContain('王芳'))
  expect(getPageText()).toContain('课时合计 2.5')
  await clickByName('结算')
  await waitUntil(() => expect(getPageText()).toContain('结算后这个月的课时不能修改'))
})
