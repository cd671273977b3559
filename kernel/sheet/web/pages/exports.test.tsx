import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { taskApi } from '#kernel/task/contract.ts'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import {
  clickByName,
  createPreferenceStore,
  getByName,
  listRowNames,
  getListText,
  waitUntil,
} from '#packages/web/desk/list/testing/open-list.tsx'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { getField, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { sheetApi, type ExportRecord } from '../../contract.ts'
import ExportsPage from './exports.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const now = '2026-11-15T02:32:00.000Z'
const record = (at: number, change: Partial<ExportRecord>): ExportRecord => ({
  id: idOf(at),
  title: `教职工${at}`,
  description: '实验小学，在岗',
  columns: ['姓名', '身份证号'],
  isWhole: false,
  count: 480,
  reason: '上报年度教师信息',
  state: 'done',
  requester: { id: idOf(6), name: '周若兰' },
  org: { id: idOf(7), name: '实验小学' },
  createdAt: now,
  decision: null,
  endedAt: null,
  isOwn: true,
  mayDecide: false,
  taskId: null,
  failure: '',
  ...change,
})
const finished = record(1, { taskId: idOf(8), endedAt: now })
const waiting = record(2, { state: 'waiting', isWhole: true })
const others = record(3, {
  state: 'waiting',
  isOwn: false,
  mayDecide: true,
  requester: { id: idOf(5), name: '林静怡' },
})

let records: ExportRecord[]
let files: string[]
let address: string
let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now) })
  Object.assign(window, { innerWidth: 1366 })
  records = [finished, waiting, others]
  files = []
  // The test environment cannot load an iframe.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => void files.push((frame as HTMLIFrameElement).src))
  const isIn = ({ isOwn, mayDecide }: ExportRecord, of: string | undefined) =>
    of === 'decide' ? mayDecide : of === 'all' || isOwn
  const change = (body: unknown, facts: Partial<ExportRecord>) => {
    const { id } = body as { id: string }
    records = records.map((one) => (one.id === id ? { ...one, ...facts } : one))
    return null
  }
  served = createTestPage({
    [sheetApi.exports.path]: ({ query }) => {
      const items = records.filter((one) => isIn(one, query['as']) && (!query['state'] || one.state === query['state']))
      return { items, itemCount: items.length, pageCount: 1 }
    },
    [sheetApi.exportDetail.path]: ({ query }) => records.find(({ id }) => id === query['id']),
    [sheetApi.decideExport.path]: ({ body }) => change(body, { state: 'running', mayDecide: false }),
    [sheetApi.cancelExport.path]: ({ body }) => change(body, { state: 'cancelled' }),
    [taskApi.result.path]: () => ({ kind: 'file', url: 'https://files.example/f/x/a.xlsx' }),
  })
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const info = { title: '导出记录', group: '基础数据', permission: { code: 'data.export', title: '' }, actions: [] }
function Shell({ permissions }: { permissions: readonly string[] }) {
  const [search, setSearch] = useState(() => new URLSearchParams(address))
  useEffect(() => {
    address = search.toString()
  }, [search])
  return (
    <PreferenceStoreContext value={createPreferenceStore([])}>
      <PermissionContext value={new Set(permissions)}>
        <PageContext value={info}>
          <PageSearchContext value={{ search, setSearch: (next) => setSearch(next), isFront: true }}>
            <ExportsPage />
          </PageSearchContext>
        </PageContext>
      </PermissionContext>
    </PreferenceStoreContext>
  )
}
const approver = ['data.export', 'export.approve']
const open = async (at = '', permissions: readonly string[] = approver) => {
  address = at
  await served.show(<Shell permissions={permissions} />)
  await waitUntil(() => expect(getListText()).toContain('共 '))
}
const drawer = () => document.querySelector('aside')?.textContent ?? ''
const bodyOf = (path: string) => served.callsTo(path).at(-1)?.body

it('shows own exports, and to approvers also those of others', async () => {
  await open()
  expect(listRowNames()).toEqual(['教职工1', '教职工2'])
  await clickByName('待我审批')
  await waitUntil(() => expect(listRowNames()).toEqual(['教职工3']))
  expect(address).toBe('as=decide')
  await clickByName('全部')
  await waitUntil(() => expect(listRowNames()).toHaveLength(3))
})

it('shows only own exports without the approval permission, whatever the address says', async () => {
  await open('as=all', ['data.export'])
  expect(document.querySelector('[role=tab]')).toBeNull()
  expect(listRowNames()).toEqual(['教职工1', '教职工2'])
})

it('opens at the request that a message links to, with all details for the decision', async () => {
  await open(`open=${idOf(3)}`)
  await waitUntil(() => expect(drawer()).toContain('上报年度教师信息'))
  expect(drawer()).toContain('姓名、身份证号')
  expect(drawer()).toContain('林静怡')
  await clickByName('同意')
  await waitUntil(() => getField('意见'))
  await clickByName('同意')
  await waitUntil(() => expect(getListText()).toContain('已同意'))
  expect(bodyOf(sheetApi.decideExport.path)).toEqual({ id: idOf(3), isAgreed: true, opinion: '' })
  await waitUntil(() => expect(drawer()).toContain('导出中'))
  expect(() => getByName('同意')).toThrow('nothing is called')
})

it('requires a reason for a refusal', async () => {
  await open(`as=decide&open=${idOf(3)}`)
  await clickByName('拒绝')
  await waitUntil(() => getField('意见'))
  await clickByName('拒绝')
  await waitUntil(() => expect(getListText()).toContain('请填写意见'))
  expect(bodyOf(sheetApi.decideExport.path)).toBeUndefined()
  await typeInto(getField('意见'), '范围过大')
  await clickByName('拒绝')
  await waitUntil(() => expect(getListText()).toContain('已拒绝'))
  expect(bodyOf(sheetApi.decideExport.path)).toEqual({ id: idOf(3), isAgreed: false, opinion: '范围过大' })
})

it('downloads a finished export again and cancels a pending one', async () => {
  await open(`open=${idOf(1)}`)
  await waitUntil(() => getByName('下载'))
  expect(() => getByName('取消申请')).toThrow('nothing is called')
  await clickByName('下载')
  await waitUntil(() => expect(files).toEqual(['https://files.example/f/x/a.xlsx']))
  expect(bodyOf(taskApi.result.path)).toEqual({ id: idOf(8) })
  await clickByName('教职工2')
  await waitUntil(() => expect(drawer()).toContain('教职工2'))
  await waitUntil(() => expect(() => getByName('下载')).toThrow('nothing is called'))
  await clickByName('更多操作')
  await waitUntil(() => getByName('取消申请'))
  await clickByName('取消申请')
  await waitUntil(() => expect(document.querySelector('dialog')?.textContent).toContain('将取消申请 1 条'))
  await clickByName('取消申请')
  await waitUntil(() => expect(getListText()).toContain('已取消申请'))
  expect(bodyOf(sheetApi.cancelExport.path)).toEqual({ id: idOf(2) })
})
