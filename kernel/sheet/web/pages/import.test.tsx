import { act, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BodyOf } from '#packages/contract'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  chooseOption,
  getButton,
  click,
  hasButton,
  getAnnouncements,
  getPageText,
} from '#packages/web/desk/test-root.fixture.tsx'
import { sheetApi, type Batch, type TargetFacts } from '../../contract.ts'
import * as made from '../batch.fixture.ts'
import ImportPage from './import.tsx'

let batch: Batch | undefined
let facts: TargetFacts
let served: ReturnType<typeof createTestPage>
/** The batch was applied in another window. */
let isTooLate: boolean
let undo: { removed: number; restored: number; keptRows: { row: number; reason: string }[] }

/** The search parameters, managed as the shell does. */
function Shell({ at, children }: { at: string; children: ReactNode }) {
  const [search, setSearch] = useState(() => new URLSearchParams(at))
  const pageSearch = { search, isFront: true, setSearch: (change: typeof merge) => setSearch(change) }
  return (
    <PageSearchContext value={pageSearch}>
      <output data-at>{search.toString()}</output>
      {children}
    </PageSearchContext>
  )
}
const merge = (before: URLSearchParams) => before
const at = () => document.querySelector('[data-at]')?.textContent
const open = (address: string) =>
  served.show(
    <Shell at={address}>
      <ImportPage />
    </Shell>,
  )
const openBatch = (change: Partial<Batch>) => {
  batch = made.batch(change)
  return open(`batch=${made.batchId}`)
}
const step = () => document.querySelector('[aria-current=step]')?.textContent
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-14T02:45:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  // The test environment has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
  facts = made.facts()
  batch = undefined
  isTooLate = false
  undo = { removed: 1_147, restored: 50, keptRows: [{ row: 61, reason: '已被他人修改' }] }
  served = createTestPage({
    [sheetApi.importTarget.path]: () => facts,
    [sheetApi.rows.path]: () => ({ items: [], itemCount: 0, pageCount: 0, pageNumber: 1, pageSize: 200 }),
    [sheetApi.map.path]: () => {
      batch = { ...batch!, status: 'checking' }
      return { taskId: made.batchId }
    },
    [sheetApi.begin.path]: () => {
      batch = made.batch({ status: 'reading', columns: [] })
      return { id: made.batchId }
    },
    [sheetApi.undoPreview.path]: () => undo,
    [sheetApi.undo.path]: () => {
      batch = { ...batch!, status: 'undoing' }
      return { taskId: made.batchId }
    },
    [sheetApi.discard.path]: () => null,
    [sheetApi.apply.path]: () => {
      if (isTooLate) {
        batch = { ...batch!, status: 'applied', report: made.report() }
        throw new Error('这次导入已经结束')
      }
      batch = { ...batch!, status: 'applying' }
      return { taskId: made.batchId }
    },
  })
  const answer = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith(sheetApi.batch.path) || !batch) return answer(address, init)
    return new Response(JSON.stringify({ ret: 1, msg: '', data: batch, executeTime: 1, success: true }))
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it.each([
  ['reading', '1上传文件', '正在读取文件'],
  ['mapping', '2匹配字段', '下一步：检查'],
  ['checking', '3检查与修正', '正在检查'],
  ['ready', '3检查与修正', '没有错误，可以导入'],
  ['applying', '4导入', '正在导入'],
  ['applied', '5结果', '1,200 行全部导入'],
  ['undoing', '5结果', '正在撤销'],
  ['undone', '5结果', '本次导入已撤销'],
  ['discarded', '1上传文件', '已取消导入'],
] as const)('continues a batch that is %s at its step', async (status, where, words) => {
  const isChecked = ['ready', 'applied', 'undone'].includes(status)
  await openBatch({ status, summary: isChecked ? made.summary() : null, report: made.report() })
  expect(step()?.replace('（已完成）', '')).toBe(where)
  expect(getPageText()).toContain(words)
  expect(getPageText()).toContain('导入教职工')
})

it('polls a running step, shows a bar only after two seconds, and moves on by itself', async () => {
  await openBatch({ status: 'reading', columns: [], progress: { done: 300, total: 1_200 } })
  expect(document.querySelector('[role=progressbar]')).toBeNull()
  await settle(2_100)
  expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('25')
  expect(getPageText()).toContain('300 / 1,200 行')
  batch = made.batch({ status: 'mapping' })
  await settle(1_100)
  expect(step()).toBe('2匹配字段')
})

it('moves the focus to the heading of the next step', async () => {
  await openBatch({ status: 'mapping' })
  getButton('下一步：检查').focus()
  await click(getButton('下一步：检查'))
  await settle()
  expect(document.activeElement?.textContent).toBe('第 3 步，共 5 步：检查与修正')
})

it('follows a change made in a second window', async () => {
  await openBatch({ summary: made.summary() })
  isTooLate = true
  await click(getButton('导入 1,200 行'))
  await settle(10_000)
  expect(getPageText()).toContain('1,200 行全部导入')
})

it('reports an unknown batch and an unknown target', async () => {
  await open(`batch=${made.batchId}`)
  expect(getPageText()).toContain('批次不存在')
  await served.show(
    <Shell key="other" at="batch=x">
      <ImportPage />
    </Shell>,
  )
  expect(getPageText()).toContain('批次不存在')
  await served.show(
    <Shell key="none" at="">
      <ImportPage />
    </Shell>,
  )
  expect(getPageText()).toContain('没有选择要导入什么')
})

it('shows why a file cannot be read and that nothing was written, and offers another upload', async () => {
  await openBatch({ status: 'failed', columns: [], message: '工作簿有密码，请去掉密码后重新上传' })
  expect(getAnnouncements('alert')).toContain('工作簿有密码')
  expect(getPageText()).toContain('没有写入任何数据')
  await click(getButton('重新上传'))
  expect(at()).toBe(`target=staff&orgId=${made.orgId}`)
})

it('returns to ready with the reason when applying was stopped', async () => {
  await openBatch({ message: '已停止导入，未写入任何数据', summary: made.summary() })
  expect(getAnnouncements('status')).toContain('已停止导入，未写入任何数据')
  await click(getButton('导入 1,200 行'))
  await settle()
  expect(served.callsTo(sheetApi.apply.path)[0]?.body).toEqual({ id: made.batchId, mode: 'all' })
  expect(getPageText()).toContain('正在导入')
})

it('checks an undone import again with one click, with its mapping', async () => {
  await openBatch({ status: 'undone', report: made.report({ undoUntil: null }) })
  await click(getButton('重新检查并导入'))
  await settle()
  const { columns, remember } = served.callsTo(sheetApi.map.path)[0]!.body as BodyOf<typeof sheetApi.map>
  expect(columns).toEqual(made.batch().columns.map(({ at, key }) => ({ at, key })))
  expect(remember).toBe(false)
})

it('refuses a file that is no spreadsheet in place and accepts a valid one', async () => {
  await open(`target=staff&orgId=${made.orgId}`)
  const bring = (file: File) =>
    act(async () => {
      const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!
      Object.defineProperty(chooser, 'files', { value: [file], configurable: true })
      chooser.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await bring(new File(['x'], '名单.docx'))
  expect(getAnnouncements('alert')).toContain('请选择 .xlsx、.xls 或 .csv 文件')
  expect(served.callsTo(sheetApi.begin.path)).toEqual([])
  await bring(new File(['x'], '名单.XLSX'))
  await settle()
  expect(served.callsTo(sheetApi.begin.path)[0]?.body).toMatchObject({ target: 'staff', orgId: made.orgId })
  expect(at()).toBe(`batch=${made.batchId}`)
  expect(getPageText()).toContain('正在读取文件')
})

it('offers to continue or discard an unfinished import', async () => {
  const line = { orgName: '明湖区实验学校', rowCount: 1_200, createdAt: '2026-11-14T02:40:00.000Z' }
  facts = made.facts({
    recent: [
      { ...line, id: made.batchId, fileName: '名单.xlsx', status: 'ready' },
      { ...line, id: made.orgId, fileName: '上周.xlsx', status: 'applied' },
    ],
  })
  await open(`target=staff&orgId=${made.orgId}`)
  expect(hasButton('查看结果 上周.xlsx')).toBe(true)
  await click(getButton('取消导入 名单.xlsx'))
  await click(getButton('取消导入'))
  await settle()
  expect(served.callsTo(sheetApi.discard.path)[0]?.body).toEqual({ id: made.batchId })
  batch = made.batch({ status: 'mapping' })
  await click(getButton('继续 名单.xlsx'))
  expect(at()).toBe(`batch=${made.batchId}`)
})

it('shows how each column was recognised and sends the chosen mapping', async () => {
  await openBatch({
    status: 'mapping',
    values: [{ column: 'sex', pairs: [{ from: '2', to: '女', count: 700 }] }],
  })
  expect(getPageText()).toContain('3 / 4 列已自动匹配')
  expect(getPageText()).toContain('2 → 女')
  expect(document.querySelectorAll('tr[data-unsure]')).toHaveLength(1)
  await chooseOption('D 列 科组 对应的系统字段', '')
  expect(getPageText()).toContain('2 / 4 列已自动匹配')
  await click(getButton('下一步：检查'))
  await settle()
  expect(served.callsTo(sheetApi.map.path)[0]?.body).toEqual({
    id: made.batchId,
    columns: ['name', 'idCard', 'sex', null].map((key, index) => ({ at: index, key })),
    remember: true,
  })
  expect(getPageText()).toContain('正在检查')
})

it('names missing required columns and columns that are mapped twice', async () => {
  await openBatch({ status: 'mapping' })
  await chooseOption('B 列 身份证件号 对应的系统字段', '')
  expect(getAnnouncements('alert')).toContain('缺少必填列：身份证号')
  expect(getButton('下一步：检查').disabled).toBe(true)
  await chooseOption('B 列 身份证件号 对应的系统字段', 'idCard')
  await chooseOption('D 列 科组 对应的系统字段', 'name')
  expect(getPageText()).toContain('与 A 列重复')
  expect(getButton('下一步：检查').disabled).toBe(true)
})

it('folds columns that need no attention', async () => {
  const sure = Array.from({ length: 20 }, (_, index) =>
    made.fileColumn(index, `列${index}`, { key: `k${index}`, how: 'sure' }),
  )
  await openBatch({ status: 'mapping', columns: sure.with(11, { ...sure[11]!, how: 'guess' }) })
  expect(document.querySelectorAll('tbody tr')).toHaveLength(12)
  expect(getPageText()).toContain('其余 8 列都已自动匹配')
  await click(getButton('展开查看'))
  expect(document.querySelectorAll('tbody tr')).toHaveLength(20)
})

it('shows the mapping of a checked file again', async () => {
  await openBatch({ summary: made.summary() })
  await click(getButton('上一步'))
  expect(step()).toContain('匹配字段')
  await click(getButton('返回检查'))
  expect(step()).toContain('检查与修正')
})

it('undoes after one confirmation with both counts and the kept rows', async () => {
  await openBatch({ status: 'applied', summary: made.summary(), report: made.report() })
  expect(getPageText()).toContain('撤销会移除新增的 1,148 人，还原 52 人的旧资料。截止 2026-11-15 周日 10:41')
  await click(getButton('撤销本次导入'))
  await settle()
  const dialog = document.querySelector('dialog')!
  expect(dialog.textContent).toContain('将移除新增的 1,147 人，还原 50 人的旧资料')
  expect(dialog.textContent).toContain('有 1 行之后被修改过，会保留现在的内容：第 61 行已被他人修改')
  await click(getButton('撤销导入'))
  await settle()
  expect(getPageText()).toContain('正在撤销')
  batch = made.batch({ status: 'undone', report: made.report({ undoUntil: null, keptRows: undo.keptRows }) })
  await settle(1_100)
  expect(getPageText()).toContain('1 行没有还原')
})

it('reports skipped rows and offers them as a file', async () => {
  const units = ['语文组', '数学组'].map((name) => ({ name, before: 2, new: 44, changed: 0, now: 46 }))
  await openBatch({ status: 'applied', summary: made.summary(), report: made.report({ left: 36, units }) })
  expect(getPageText()).toContain('已导入 1,200 行，36 行未导入')
  expect(hasButton('下载错误行')).toBe(true)
  expect(getPageText()).toContain('合计488—92')
  expect(getPageText()).toContain('邀请开通账号')
})

it('shows the steps as text on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await openBatch({ status: 'mapping' })
  expect(step()).toBe('2/5 匹配字段')
})
