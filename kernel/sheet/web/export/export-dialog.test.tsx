import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { taskApi, type Task } from '#kernel/task/contract.ts'
import { CodeRowContext, type CodeRowProps } from '#packages/web/desk/step-up.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  getButton,
  click,
  getField,
  hasButton,
  getAnnouncements,
  getPageText,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { sheetApi, type ExportPreview, type ExportSourceFacts } from '../../contract.ts'
import ExportDialog from './export-dialog.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const now = '2026-11-15T02:32:00.000Z'
const facts: ExportSourceFacts = {
  key: 'staff',
  title: '教职工',
  measure: '人',
  maySensitive: true,
  columns: [
    { key: 'name', title: '姓名', isSensitive: false, isSensitiveBeside: [] },
    { key: 'number', title: '工号', isSensitive: false, isSensitiveBeside: [] },
    { key: 'idCard', title: '身份证号', isSensitive: true, isSensitiveBeside: [] },
    { key: 'post', title: '职务', isSensitive: false, isSensitiveBeside: [] },
    { key: 'birthday', title: '出生日期', isSensitive: false, isSensitiveBeside: ['idCard'] },
  ],
}
const plain: ExportPreview = {
  count: 480,
  description: '实验小学，在岗',
  needsReason: false,
  needsApproval: false,
  isLong: false,
  obstacle: '',
}
const task = (change: Partial<Task>): Task => ({
  id: idOf(2),
  kind: 'sheet.export',
  title: '导出教职工',
  status: 'running',
  done: 0,
  total: 480,
  message: '',
  result: null,
  phases: [],
  phase: 0,
  isStopping: false,
  createdAt: now,
  startedAt: now,
  endedAt: null,
  ...change,
})
const done = task({ status: 'done', done: 480, message: '共480人', result: 'file', endedAt: now })

let source: ExportSourceFacts
let preview: ExportPreview
let tasks: Task[]
let answer: () => unknown
let closed: number
let files: string[]
let served: ReturnType<typeof createTestPage>

/** An error answer of the server. */
class Refused extends Error {
  readonly ret: number
  readonly data: unknown
  constructor(ret: number, msg: string, data: unknown = null) {
    super(msg)
    this.ret = ret
    this.data = data
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now) })
  Object.assign(window, { innerWidth: 1366 })
  ;[source, preview, tasks, closed, files] = [facts, plain, [task({})], 0, []]
  // The test environment cannot load an iframe.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => void files.push((frame as HTMLIFrameElement).src))
  answer = () => ({ id: idOf(1), taskId: idOf(2) })
  served = createTestPage({
    [sheetApi.exportSource.path]: () => source,
    [sheetApi.exportPreview.path]: ({ body }) => {
      const { isWhole } = body as { isWhole: boolean }
      return isWhole ? { ...preview, needsReason: true, needsApproval: true } : preview
    },
    [taskApi.list.path]: () => tasks,
    [taskApi.result.path]: () => ({ kind: 'file', url: 'https://files.example/f/x/a.xlsx' }),
  })
  // The fixture cannot refuse a request, so it is answered here.
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address !== sheetApi.export.path) return others(address, init)
    served.calls.push({ path: address, query: {}, body: JSON.parse(init?.body as string) })
    const refuseWith = (ret: number, msg: string, data: unknown) =>
      new Response(JSON.stringify({ ret, msg, data, executeTime: 1, success: ret === 1 }))
    try {
      return refuseWith(1, '', answer())
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return refuseWith(error.ret, error.message, error.data)
    }
  })
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const sentTo: string[] = []
const Code = ({ challenge, error, value, onChange }: CodeRowProps) => {
  sentTo.push(challenge.phone)
  return (
    <label>
      短信验证码
      <input name="code" value={value} onChange={onChange} />
      <span role="alert">{error}</span>
    </label>
  )
}
const filter = { nodeId: idOf(9), within: 'below', ids: [idOf(7)] }
const show = (columns = ['name', 'post', 'idCard', 'account']) =>
  served.show(
    <CodeRowContext value={Code}>
      <ExportDialog source="staff" filter={filter} columns={columns} onClose={() => closed++} />
    </CodeRowContext>,
  )
const listRequests = () => served.callsTo(sheetApi.export.path).map(({ body }) => body as Record<string, unknown>)
const boxes = () =>
  [...document.querySelectorAll('li label')].map((label) => [label.textContent, label.querySelector('input')!.checked])
const tick = (words: string) => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === words)
  return click(label!.querySelector('input')!)
}
const press = async (name: string) => {
  await click(getButton(name))
  await settle()
}

describe('the export dialog', () => {
  it('starts with the columns of the list in their order and shows what is masked', async () => {
    await show()
    expect(boxes()).toEqual([
      ['姓名', true],
      ['职务', true],
      ['身份证号脱敏', true],
      ['工号', false],
      ['出生日期脱敏', false],
    ])
    expect(getPageText()).toContain('实验小学，在岗')
    expect(getPageText()).toContain('480 人')
    expect(document.activeElement?.closest('label')?.textContent).toBe('全选')
  })

  it('sends the filter of the list and the columns in their order', async () => {
    tasks = [done]
    await show()
    await tick('工号')
    await tick('职务')
    await press('导出（480 人）')
    expect(listRequests()).toEqual([
      { source: 'staff', filter, columns: ['name', 'idCard', 'number'], isWhole: false, reason: '' },
    ])
  })

  it('requires at least one column', async () => {
    await show()
    await tick('全选')
    expect(boxes().every(([, isOn]) => isOn)).toBe(true)
    await tick('全选')
    expect(getAnnouncements('status')).toContain('请至少选择一列')
    expect(getButton('导出（480 人）').disabled).toBe(true)
  })

  it('shows why an export is not possible', async () => {
    preview = { ...plain, count: 120_000, obstacle: '超过100000行，请缩小范围后导出' }
    await show()
    expect(getAnnouncements('alert')).toContain('超过100000行，请缩小范围后导出')
    expect(getButton('导出（120,000 人）').disabled).toBe(true)
  })

  it('offers unmasked values only with a sensitive column', async () => {
    await show(['name'])
    expect(getPageText()).toContain('敏感列导出完整内容')
    await tick('敏感列导出完整内容')
    expect(getPageText()).not.toContain('导出原因')
  })

  it('offers no unmasked values without the permission', async () => {
    source = { ...facts, maySensitive: false }
    await show()
    expect(getPageText()).not.toContain('敏感列导出完整内容')
  })
})

describe('the result of an export', () => {
  it('is waited for and downloaded', async () => {
    await show()
    await press('导出（480 人）')
    expect(getAnnouncements('status')).toContain('正在生成…')
    expect(files).toEqual([])
    tasks = [done]
    await settle(600)
    expect(files).toEqual(['https://files.example/f/x/a.xlsx'])
    expect(getAnnouncements('status')).toContain('已导出 480 行')
    expect(closed).toBe(1)
  })

  it('is left to the background when it is large', async () => {
    preview = { ...plain, count: 8_000, isLong: true }
    await show()
    await press('导出（8,000 人）')
    expect(getAnnouncements('status')).toContain('导出超过5000行，已转为后台任务，完成后将通知您')
    expect(closed).toBe(1)
    expect(served.callsTo(taskApi.list.path)).toEqual([])
  })

  it('waits for an approval, after a reason and a code', async () => {
    const step = { msgId: 'm1', phone: '138****5012' }
    answer = () => {
      const { code } = listRequests().at(-1) as { code?: string }
      if (!code) throw new Refused(-7, '请先完成短信验证', step)
      if (code !== '123456') throw new Refused(0, '验证码错误')
      return { id: idOf(1), taskId: null }
    }
    await show()
    await tick('敏感列导出完整内容')
    await settle()
    expect(getPageText()).toContain('需要另一位有审批权限的人员同意')
    await press('提交审批（480 人）')
    expect(getPageText()).toContain('请填写导出原因')
    expect(listRequests()).toEqual([])
    await typeInto(getField('导出原因'), ' 上报年度教师信息 ')
    await press('提交审批（480 人）')
    expect(sentTo.at(-1)).toBe('138****5012')
    const code = () => document.querySelector<HTMLInputElement>('[name=code]')!
    await typeInto(code(), '12')
    await press('验证并提交审批')
    expect(getAnnouncements('alert')).toContain('请输入6位验证码')
    await typeInto(code(), '654321')
    await press('验证并提交审批')
    expect(getAnnouncements('alert')).toContain('验证码错误')
    expect(code().value).toBe('')
    await typeInto(code(), '123456')
    await press('验证并提交审批')
    expect(listRequests().at(-1)).toMatchObject({
      isWhole: true,
      reason: '上报年度教师信息',
      msgId: 'm1',
      code: '123456',
    })
    expect(getAnnouncements('status')).toContain('已提交审批，通过后将通知您')
    expect(closed).toBe(1)
    expect(files).toEqual([])
  })

  it('stays in the dialog when it is refused', async () => {
    answer = () => {
      throw new Refused(0, '今天已导出20次，请明天再试')
    }
    await show()
    await press('导出（480 人）')
    expect(getAnnouncements('alert')).toContain('今天已导出20次，请明天再试')
    expect(getButton('导出（480 人）').disabled).toBe(false)
    expect(closed).toBe(0)
  })

  it('shows an error beside the reason', async () => {
    preview = { ...plain, needsReason: true, needsApproval: true }
    answer = () => {
      throw new Refused(-1, '', { errors: [{ field: 'reason', msg: '请填写不少于5个字的原因' }] })
    }
    await show()
    await typeInto(getField('导出原因'), '上报')
    await press('提交审批（480 人）')
    expect(getPageText()).toContain('请填写不少于5个字的原因')
    expect(getField('导出原因').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows why no file was made', async () => {
    tasks = [task({ status: 'failed', message: '申请人的任职或权限已变更，未生成文件', endedAt: now })]
    await show()
    await press('导出（480 人）')
    expect(getAnnouncements('alert')).toContain('申请人的任职或权限已变更，未生成文件')
    expect(hasButton('导出（480 人）')).toBe(true)
  })

  it('can be left to the task centre', async () => {
    await show()
    await press('导出（480 人）')
    await press('转为后台')
    expect(closed).toBe(1)
    tasks = [done]
    await settle(2_000)
    expect(files).toEqual([])
    expect(closed).toBe(1)
  })
})
