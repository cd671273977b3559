import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  chooseOption,
  getButton,
  click,
  hasButton,
  pressKey,
  getPageText,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { sheetApi, type Batch, type BatchRow, type BatchSummary, type Repaired } from '../../contract.ts'
import * as made from '../batch.fixture.ts'
import { BatchPage } from './batch-page.tsx'

const good = '330199198503121235'
const mangled = (at: number): BatchRow =>
  made.row(
    at,
    { name: `人员${at}`, idCard: '3.30199E+17', sex: '女', department: '语文组' },
    {
      state: 'wrong',
      issues: [
        {
          kind: 'idCard:mangled',
          column: 'idCard',
          message: '末位数字已丢失',
          known: null,
          fixes: [{ key: 'set:idCard', label: '还原', column: 'idCard', value: good }],
        },
      ],
    },
  )
const unknown = (at: number, department: string): BatchRow =>
  made.row(
    at,
    { name: `人员${at}`, idCard: good, sex: '女', department },
    {
      state: 'wrong',
      issues: [
        {
          kind: 'department:unknown',
          column: 'department',
          message: `找不到“${department}”`,
          known: null,
          fixes: [],
        },
      ],
    },
  )

let served: ReturnType<typeof createTestPage>
let batch: Batch
let rows: BatchRow[]
/** The previous values of each change, for undoing. */
let past: { row: number; column: string; value: string }[]

/** Counts like the server: rows with an issue are wrong, and groups are by kind. */
const summary = (): BatchSummary => {
  const wrong = rows.filter(({ state }) => state === 'wrong')
  const kinds = [...new Set(wrong.flatMap(({ issues }) => issues.map(({ kind }) => kind)))]
  const titles: Record<string, string> = {
    'idCard:mangled': '身份证号成了科学计数法',
    'department:unknown': '部门不存在',
    'name:maybe-same': '可能是已有人员',
  }
  const groups = kinds.map((kind) => {
    const count = wrong.filter(({ issues }) => issues.some((issue) => issue.kind === kind)).length
    const fixes = kind === 'idCard:mangled' ? [{ key: 'set:idCard', label: '还原', count, isGuess: false }] : []
    return made.group(kind, titles[kind]!, count, { fixes, hint: '提示' })
  })
  return made.summary({ new: 2, changed: 1, wrong: wrong.length, groups })
}
const put = (changes: { row: number; column: string; value: string }[]): Repaired => {
  const before = changes.map(({ row, column }) => ({
    row,
    column,
    value: rows.find((one) => one.row === row)!.cells[column] ?? '',
  }))
  past.push(...before)
  rows = rows.map((row) => {
    const mine = changes.filter((change) => change.row === row.row)
    if (mine.length === 0) return row
    const cells = { ...row.cells, ...Object.fromEntries(mine.map(({ column, value }) => [column, value])) }
    const isWrong = (column: string, value: string) => (column === 'idCard' ? value !== good : value !== '语文组')
    const issues = mine.some(({ column, value }) => isWrong(column, value))
      ? mangled(row.row).issues
      : row.issues.filter(({ column }) => !mine.some((change) => change.column === column))
    const state = issues.length > 0 ? ('wrong' as const) : ('new' as const)
    return { ...row, cells, issues, state, repaired: mine.map(({ column }) => column) }
  })
  batch = { ...batch, summary: summary() }
  const touched = rows.filter(({ row }) => changes.some((change) => change.row === row))
  return { count: touched.length, summary: summary(), before, skipped: [], rows: touched }
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-14T02:45:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  past = []
  rows = [
    ...[43, 61, 97].map(mangled),
    unknown(102, '语文二组'),
    unknown(140, '语文二组'),
    unknown(141, '校办'),
    made.row(
      300,
      { name: '老人', idCard: good, department: '语文组' },
      {
        state: 'changed',
        changes: [{ column: 'department', before: '数学组' }],
      },
    ),
  ]
  batch = made.batch({ rowCount: 7, summary: summary() })
  served = createTestPage({
    [sheetApi.importTarget.path]: () => made.facts(),
    [sheetApi.batch.path]: () => batch,
    [sheetApi.rows.path]: ({ body }) => {
      const { kind, state, with: kept } = body as { kind: string | null; state: string | null; with: number[] }
      const items = rows.filter(
        (row) =>
          kept.includes(row.row) ||
          ((kind === null || row.issues.some((issue) => issue.kind === kind)) &&
            (state === null || row.state === state)),
      )
      return { items, itemCount: items.length, pageCount: 1, pageNumber: 1, pageSize: 200 }
    },
    [sheetApi.repair.path]: ({ body }) => put((body as { cells: [] }).cells),
    [sheetApi.fix.path]: ({ body }) => {
      const only = (body as { rows: number[] | null }).rows
      const wrong = rows.filter(
        ({ row, issues }) =>
          issues.some(({ kind }) => kind === 'idCard:mangled') && (only === null || only.includes(row)),
      )
      return put(wrong.map(({ row }) => ({ row, column: 'idCard', value: good })))
    },
    [sheetApi.replace.path]: ({ body }) => {
      const { column, from, to } = body as { column: string; from: string; to: string }
      return put(rows.filter(({ cells }) => cells[column] === from).map(({ row }) => ({ row, column, value: to })))
    },
    [sheetApi.apply.path]: () => {
      batch = { ...batch, status: 'applying' }
      return { taskId: made.batchId }
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const show = () => served.show(<BatchPage id={made.batchId} isMapping={false} go={() => {}} />)
const body = (path: string) => served.callsTo(path).at(-1)?.body
const here = () => document.activeElement?.getAttribute('aria-label')
const field = () => document.activeElement as HTMLInputElement
/** Focuses the active cell of the grid, like the Tab key. */
const enterGrid = () => act(async () => document.querySelector<HTMLElement>('[data-active]')!.focus())
const numbers = () => [...document.querySelectorAll('[role=rowheader]')].map(({ textContent }) => textContent)
const chosenGroup = () => document.querySelector('[aria-pressed=true]')?.textContent

it('shows the issues by kind and only their rows', async () => {
  await show()
  expect(getPageText()).toContain('6 行待修正，共 2 类')
  expect(chosenGroup()).toContain('身份证号成了科学计数法3')
  expect(numbers()).toEqual(['43', '61', '97'])
  expect(getButton('导入 7 行').disabled).toBe(true)
  expect(hasButton('先导入无误的 1 行')).toBe(true)
})

it('one click fixes all rows of a kind and moves to the next; Ctrl+Z undoes it', async () => {
  await show()
  await click(getButton('还原（3 行）'))
  await settle()
  expect(body(sheetApi.fix.path)).toEqual({ id: made.batchId, kind: 'idCard:mangled', fix: 'set:idCard', rows: null })
  expect(getPageText()).toContain('已修正 3 行')
  expect(chosenGroup()).toContain('部门不存在')
  await pressKey('z', { ctrlKey: true })
  await settle()
  expect(body(sheetApi.repair.path)).toMatchObject({ cells: past.slice(0, 3) })
  expect(chosenGroup()).toContain('身份证号成了科学计数法3')
})

it('keeps a just repaired row visible and marks it', async () => {
  await show()
  await enterGrid()
  expect(field().value).toBe(good)
  await pressKey('Enter')
  await settle()
  expect(body(sheetApi.fix.path)).toMatchObject({ rows: [43] })
  expect(numbers()).toEqual(['43', '61', '97'])
  expect(getPageText()).toContain('已修正')
  expect(here()).toBe('第 61 行 身份证号')
})

it('shows an edit at once, then the answer of the server', async () => {
  await show()
  await enterGrid()
  await typeInto(field(), '12345')
  const answer = fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    if (call[0] === sheetApi.repair.path) await new Promise((done) => setTimeout(done, 500))
    return answer(...call)
  })
  await pressKey('Enter')
  await settle(100)
  expect(rows[0]?.cells['idCard']).toBe('3.30199E+17')
  expect(getPageText()).toContain('12345')
  await settle(500)
  await settle()
  expect(body(sheetApi.repair.path)).toMatchObject({ cells: [{ row: 43, column: 'idCard', value: '12345' }] })
  await pressKey('z', { ctrlKey: true })
  await settle(600)
  expect(rows[0]?.cells['idCard']).toBe('3.30199E+17')
})

it('F8 moves from group to group together with the focus', async () => {
  await show()
  await pressKey('F8')
  expect(here()).toBe('第 43 行 身份证号')
  await pressKey('F8')
  expect(here()).toBe('第 61 行 身份证号')
  await pressKey('F8')
  await pressKey('F8')
  await settle()
  expect(chosenGroup()).toContain('部门不存在')
  expect(here()).toBe('第 102 行 部门')
})

it('keeps the order of the groups while they get smaller', async () => {
  await show()
  const titles = () =>
    [...document.querySelectorAll('[aria-label=待修正] button')].map(({ textContent }) => textContent?.slice(0, 5))
  expect(titles()).toEqual(['身份证号成', '部门不存在'])
  // The answer of the server once the first group is smaller than the second.
  const { summary: now } = batch
  batch = { ...batch, summary: { ...now!, groups: [...now!.groups].reverse() } }
  await act(async () => served.client.invalidateQueries())
  await settle()
  expect(titles()).toEqual(['身份证号成', '部门不存在'])
})

it('replaces a wrong value everywhere, the most frequent first', async () => {
  await show()
  await click(getButton('部门不存在3 行提示'))
  await settle()
  const replace = async (from: string) => {
    await chooseOption(`把“${from}”全部改为`, '语文组')
    await settle()
  }
  await replace('语文二组')
  expect(body(sheetApi.replace.path)).toEqual({
    id: made.batchId,
    column: 'department',
    from: '语文二组',
    to: '语文组',
  })
  await replace('校办')
  expect(chosenGroup()).toContain('身份证号成了科学计数法')
})

it('shows the changes when nothing is wrong, and enables the import', async () => {
  rows = rows.filter(({ state }) => state === 'changed')
  batch = made.batch({ rowCount: 1, summary: summary() })
  await show()
  expect(getPageText()).toContain('没有错误，可以导入')
  expect(chosenGroup()).toBe('更新1')
  expect(document.querySelector('del')?.textContent).toBe('数学组')
  const titles = [...document.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)
  expect(titles.slice(0, 3)).toEqual(['行', '姓名', '部门'])
  await click(getButton('导入 1 行'))
  await settle()
  expect(body(sheetApi.apply.path)).toEqual({ id: made.batchId, mode: 'all' })
  expect(getPageText()).toContain('正在导入')
})

it('repairing the last row leads to the changes', async () => {
  rows = [mangled(43), ...rows.filter(({ state }) => state === 'changed')]
  batch = made.batch({ rowCount: 2, summary: summary() })
  await show()
  await enterGrid()
  await pressKey('Enter')
  await settle()
  expect(chosenGroup()).toBe('更新1')
  expect(getButton('导入 2 行').disabled).toBe(false)
})

it('shows each row as a card with the wrong field on a phone, without a grid', async () => {
  Object.assign(window, { innerWidth: 390 })
  await show()
  expect(document.querySelector('[role=grid]')).toBeNull()
  const input = document.querySelector<HTMLInputElement>('input[aria-label="第 43 行 身份证号"]')!
  await typeInto(input, good)
  await act(async () => input.blur())
  await settle()
  expect(body(sheetApi.repair.path)).toMatchObject({ cells: [{ row: 43, column: 'idCard', value: good }] })
  await click(getButton('第 61 行，还原'))
  await settle()
  expect(body(sheetApi.fix.path)).toMatchObject({ rows: [61] })
  await click(getButton('撤销上一次修改'))
  await settle()
  expect(rows[1]?.cells['idCard']).toBe('3.30199E+17')
})

it('asks about identity row by row, with both records side by side and three answers', async () => {
  const answers = ['是同一人，更新资料', '不是同一人，新建', '跳过']
  const known = { name: '李莉', number: 'C1', department: '小学部/语文教研组', idCard: '330199************' }
  rows = [5, 6].map((at) =>
    made.row(
      at,
      { name: '李莉', idCard: good, department: '语文组' },
      {
        state: 'wrong',
        issues: [
          {
            kind: 'name:maybe-same',
            column: 'name',
            message: '本单位已有同名人员（工号C1）',
            known,
            fixes: answers.map((label, nth) => ({ key: `k${nth}`, label, column: '', value: '' })),
          },
        ],
      },
    ),
  )
  const groups = [made.group('name:maybe-same', '可能是已有人员', 2, { hint: '请逐行核对是否为同一人' })]
  batch = made.batch({ rowCount: 2, summary: made.summary({ new: 0, changed: 0, wrong: 2, groups }) })
  await show()
  const question = document.querySelector('[aria-label=是否为同一人] > li')!
  const lines = [...question.querySelectorAll('tbody tr')].map((line) =>
    [...line.children].map(({ textContent }) => textContent).join(' | '),
  )
  expect(lines).toEqual([
    '姓名 | 李莉 | 李莉',
    `身份证号 | ${good} | 330199************`,
    '部门 | 语文组 | 小学部/语文教研组',
  ])
  // Masked values are not marked as different.
  expect([...question.querySelectorAll('[data-differs] th')].map(({ textContent }) => textContent)).toEqual(['部门'])
  const buttons = [...question.querySelectorAll('button')]
  expect(buttons.map(({ textContent }) => textContent)).toEqual(answers)
  expect(buttons.map((button) => button.dataset['button'])).toEqual(['primary', 'default', 'default'])
  // There is no answer for all rows at once.
  expect(getPageText()).not.toContain('（2 行）')
  await click(buttons[0]!)
  await settle()
  expect(body(sheetApi.fix.path)).toEqual({ id: made.batchId, kind: 'name:maybe-same', fix: 'k0', rows: [5] })
})
