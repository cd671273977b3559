import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { taskApi } from '#kernel/task/contract.ts'
import { KeeperContext } from '#packages/web/desk/keeper.ts'
import { click, keeperOf, named, rowNames, text, until } from '#packages/web/desk/list/testing/open-list.tsx'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { newServed } from '#packages/web/desk/served.fixture.tsx'
import { fieldOf, write } from '#packages/web/desk/stage.fixture.tsx'
import { sheetApi, type ExportRecord } from '../../contract.ts'
import ExportsPage from './exports.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const now = '2026-11-15T02:32:00.000Z'
const record = (at: number, change: Partial<ExportRecord>): ExportRecord => ({
  id: idOf(at),
  source: 'staff',
  title: `教职工${at}`,
  words: '实验小学，在岗',
  columns: ['姓名', '身份证号'],
  isWhole: false,
  count: 480,
  reason: '上报年度教师信息',
  state: 'done',
  byName: '周若兰',
  orgName: '实验小学',
  askedAt: now,
  deciderName: '',
  opinion: '',
  decidedAt: null,
  endedAt: null,
  isOwn: true,
  mayDecide: false,
  taskId: null,
  failure: '',
  ...change,
})
const finished = record(1, { taskId: idOf(8), endedAt: now })
const waiting = record(2, { state: 'waiting', isWhole: true })
const others = record(3, { state: 'waiting', isOwn: false, mayDecide: true, byName: '林静怡' })

let records: ExportRecord[]
let files: string[]
let address: string
let served: ReturnType<typeof newServed>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now) })
  Object.assign(window, { innerWidth: 1366 })
  records = [finished, waiting, others]
  files = []
  // There is nothing here to fill its frame with.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => void files.push((frame as HTMLIFrameElement).src))
  const isIn = ({ isOwn, mayDecide }: ExportRecord, of: string | undefined) =>
    of === 'decide' ? mayDecide : of === 'all' || isOwn
  const change = (body: unknown, facts: Partial<ExportRecord>) => {
    const { id } = body as { id: string }
    records = records.map((one) => (one.id === id ? { ...one, ...facts } : one))
    return null
  }
  served = newServed({
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
    <KeeperContext value={keeperOf([])}>
      <PermissionContext value={new Set(permissions)}>
        <PageContext value={info}>
          <PageSearchContext value={{ search, setSearch: (next) => setSearch(next), isFront: true }}>
            <ExportsPage />
          </PageSearchContext>
        </PageContext>
      </PermissionContext>
    </KeeperContext>
  )
}
const approver = ['data.export', 'export.approve']
const open = async (at = '', permissions: readonly string[] = approver) => {
  address = at
  await served.show(<Shell permissions={permissions} />)
  await until(() => expect(text()).toContain('共 '))
}
const drawer = () => document.querySelector('aside')?.textContent ?? ''
const bodyOf = (path: string) => served.asked(path).at(-1)?.body

it('shows one’s own, and to those who may agree also others’', async () => {
  await open()
  expect(rowNames()).toEqual(['教职工1', '教职工2'])
  await click('待我审批')
  await until(() => expect(rowNames()).toEqual(['教职工3']))
  expect(address).toBe('as=decide')
  await click('全部')
  await until(() => expect(rowNames()).toHaveLength(3))
})

it('has only one’s own for whoever may agree to nothing, whatever the address says', async () => {
  await open('as=all', ['data.export'])
  expect(document.querySelector('[role=tab]')).toBeNull()
  expect(rowNames()).toEqual(['教职工1', '教职工2'])
})

it('opens with what a message points to, with everything there is to know before one agrees', async () => {
  await open(`open=${idOf(3)}`)
  await until(() => expect(drawer()).toContain('上报年度教师信息'))
  expect(drawer()).toContain('姓名、身份证号')
  expect(drawer()).toContain('林静怡')
  await click('同意')
  await until(() => fieldOf('意见'))
  await click('同意')
  await until(() => expect(text()).toContain('已同意'))
  expect(bodyOf(sheetApi.decideExport.path)).toEqual({ id: idOf(3), isAgreed: true, opinion: '' })
  await until(() => expect(drawer()).toContain('导出中'))
  expect(() => named('同意')).toThrow('nothing is called')
})

it('wants to know why it is refused', async () => {
  await open(`as=decide&open=${idOf(3)}`)
  await click('拒绝')
  await until(() => fieldOf('意见'))
  await click('拒绝')
  await until(() => expect(text()).toContain('请填写意见'))
  expect(bodyOf(sheetApi.decideExport.path)).toBeUndefined()
  await write(fieldOf('意见'), '范围过大')
  await click('拒绝')
  await until(() => expect(text()).toContain('已拒绝'))
  expect(bodyOf(sheetApi.decideExport.path)).toEqual({ id: idOf(3), isAgreed: false, opinion: '范围过大' })
})

it('takes along again what was made, and takes back what nobody has decided about', async () => {
  await open(`open=${idOf(1)}`)
  await until(() => named('下载'))
  expect(() => named('取消申请')).toThrow('nothing is called')
  await click('下载')
  await until(() => expect(files).toEqual(['https://files.example/f/x/a.xlsx']))
  expect(bodyOf(taskApi.result.path)).toEqual({ id: idOf(8) })
  await click('教职工2')
  await until(() => expect(drawer()).toContain('教职工2'))
  await until(() => expect(() => named('下载')).toThrow('nothing is called'))
  await click('更多操作')
  await until(() => named('取消申请'))
  await click('取消申请')
  await until(() => document.querySelector('dialog'))
  await click('取消申请')
  await until(() => expect(text()).toContain('已取消申请'))
  expect(bodyOf(sheetApi.cancelExport.path)).toEqual({ id: idOf(2) })
})
