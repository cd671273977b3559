import { act, createRef, useState, type Ref } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { click, createTestRoot, pressKey, getPageText, typeInto } from '../test-root.fixture.tsx'
import { SheetGrid, type GridHandle } from './sheet-grid.tsx'
import type { CellChange, GridProblem, GridRow } from './grid-spec.ts'
import type { GridProps } from './use-grid.ts'

const mangled: GridProblem = {
  kind: 'idCard:mangled',
  column: 'idCard',
  message: '末位数字已丢失',
  fixes: [{ key: 'set:idCard', label: '用学籍号还原', column: 'idCard', value: '330199201402263079' }],
}
const unknown: GridProblem = { kind: 'unit:unknown', column: 'unit', message: '找不到“709”', fixes: [] }
const twice: GridProblem = {
  kind: 'name:duplicate',
  column: 'name',
  message: '与第18行重复',
  fixes: [{ key: 'skip', label: '跳过', column: '', value: '' }],
}
const rowOf = (row: number, name: string, idCard: string, unit: string, ...problems: GridProblem[]): GridRow => ({
  row,
  cells: { name, idCard, unit },
  problems,
  repaired: [],
  before: {},
  statusText: '新增',
})
const first = [
  rowOf(18, '程诺', '330199201311082141', '七(1)班'),
  rowOf(43, '丁一鸣', '3.30199E+17', '七(1)班', mangled),
  rowOf(61, '葛雨桐', '330199201311195226', '709', unknown),
  rowOf(97, '程诺', '330199201311082141', '七(1)班', twice),
]

let stage: ReturnType<typeof createTestRoot>
let events: string[]
let changes: CellChange[][]

/** A page that accepts changes, like one with a server. */
function Sheet(props: Partial<GridProps> & { ref?: Ref<GridHandle> }) {
  const [rows, setRows] = useState<readonly GridRow[]>(first)
  const put = (all: CellChange[]) => {
    changes.push(all)
    setRows((before) =>
      before.map((row) => {
        const mine = all.filter((change) => change.row === row.row)
        const cells = { ...row.cells, ...Object.fromEntries(mine.map(({ column, value }) => [column, value])) }
        const problems = row.problems.filter(({ column }) => !mine.some((change) => change.column === column))
        return { ...row, cells, problems, repaired: [...row.repaired, ...mine.map(({ column }) => column)] }
      }),
    )
  }
  return (
    <SheetGrid
      label="导入的数据"
      columns={[
        { key: 'name', title: '姓名', width: 84 },
        { key: 'idCard', title: '身份证号', width: 196 },
        { key: 'unit', title: '班级', width: 104, choices: ['七(1)班', '七(9)班'] },
      ]}
      rows={rows}
      rowCount={4}
      isEager
      onChange={put}
      onFix={({ row }, { kind }, { key }) => events.push(`${row} ${kind} ${key}`)}
      onUndo={() => events.push('undo')}
      onPastLast={() => {
        events.push('past')
        return false
      }}
      onCut={(count) => events.push(`cut ${count}`)}
      {...props}
    />
  )
}

const here = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id
const field = () => document.activeElement as HTMLInputElement
const cells = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=gridcell]')].find(({ textContent }) => textContent === name)!
const paste = (text: string) =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    field().dispatchEvent(event)
  })
const pressMouse = (element: Element, init: MouseEventInit = {}) =>
  act(async () => element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, ...init })))

beforeEach(() => {
  events = []
  changes = []
  stage = createTestRoot()
})
afterEach(() => stage.close())

it('starts at the first problem, and offers the correct value there', async () => {
  await stage.show(<Sheet />)
  expect(here()).toBe('第 43 行 身份证号')
  expect(field().value).toBe('330199201402263079')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(getPageText()).toContain('采用Enter')
  await pressKey('Enter')
  expect(events).toEqual(['43 idCard:mangled set:idCard'])
  expect(here()).toBe('第 61 行 身份证号')
})

it('does not take the focus from a user who is not in the grid', async () => {
  await stage.show(<Sheet isEager={false} />)
  expect(document.activeElement).toBe(document.body)
  await pressMouse(cells('葛雨桐'))
  expect(here()).toBe('第 61 行 姓名')
})

it('F8 moves from problem to problem, and after the last calls back before it starts again', async () => {
  await stage.show(<Sheet />)
  await pressKey('F8')
  expect(here()).toBe('第 61 行 班级')
  await pressKey('F8')
  expect(here()).toBe('第 97 行 姓名')
  await pressKey('F8')
  expect(events).toEqual(['past'])
  expect(here()).toBe('第 43 行 身份证号')
})

it('moves like a spreadsheet: arrows, Enter down, Tab right, and out at the end of a row', async () => {
  await stage.show(<Sheet />)
  await pressMouse(cells('葛雨桐'))
  await pressKey('ArrowRight')
  expect(here()).toBe('第 61 行 身份证号')
  await pressKey('ArrowUp')
  expect(here()).toBe('第 43 行 身份证号')
  await pressKey('Tab')
  expect(here()).toBe('第 43 行 班级')
  await pressKey('Enter')
  expect(here()).toBe('第 61 行 班级')
  await pressKey('Tab')
  expect(here()).toBe('note-61')
  let isKept = true
  await act(async () => {
    const event = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
    field().dispatchEvent(event)
    isKept = !event.defaultPrevented
  })
  expect(isKept).toBe(true) // the browser moves on to the element after the grid
})

it('edits by typing and F2, and cancels with Escape', async () => {
  await stage.show(<Sheet />)
  await pressKey('F8')
  await typeInto(field(), '七(9)班')
  await pressKey('Enter')
  expect(changes).toEqual([[{ row: 61, column: 'unit', value: '七(9)班' }]])
  expect(here()).toBe('第 97 行 班级')
  await pressKey('F2')
  await typeInto(field(), '乱写')
  await pressKey('Escape')
  await pressKey('ArrowDown')
  expect(changes).toHaveLength(1)
  expect(getPageText()).toContain('已修正')
})

it('leaves Enter to the input method while it composes', async () => {
  await stage.show(<Sheet />)
  await pressKey('F8')
  await typeInto(field(), 'qi')
  await pressKey('Enter', { isComposing: true })
  expect([here(), changes]).toEqual(['第 61 行 班级', []])
})

it('keeps the typed text when another cell is pressed', async () => {
  await stage.show(<Sheet />)
  await pressKey('F8')
  await typeInto(field(), '七(9)班')
  await pressMouse(cells('丁一鸣'))
  expect(changes).toEqual([[{ row: 61, column: 'unit', value: '七(9)班' }]])
})

it('pastes a block as one change, and reports the rows that did not fit', async () => {
  await stage.show(<Sheet />)
  await pressMouse(cells('葛雨桐'))
  await pressKey('ArrowRight')
  await paste('330199201402263079\t七(9)班\r\n330199201402263087\t七(9)班\r\n3\t4\r\n')
  expect(changes).toEqual([
    [
      { row: 61, column: 'idCard', value: '330199201402263079' },
      { row: 61, column: 'unit', value: '七(9)班' },
      { row: 97, column: 'idCard', value: '330199201402263087' },
      { row: 97, column: 'unit', value: '七(9)班' },
    ],
  ])
  expect(events).toEqual(['cut 1'])
})

it('fills the range down with Ctrl+D, and undoes with Ctrl+Z', async () => {
  await stage.show(<Sheet />)
  await pressMouse(cells('709'))
  await pressKey('ArrowUp')
  await pressKey('ArrowDown', { shiftKey: true })
  await pressKey('d', { ctrlKey: true })
  expect(changes).toEqual([[{ row: 61, column: 'unit', value: '七(1)班' }]])
  await pressKey('z', { ctrlKey: true })
  expect(events).toEqual(['undo'])
})

it('leaves Ctrl+Z to the text while a cell is edited', async () => {
  await stage.show(<Sheet />)
  await pressKey('F8')
  await typeInto(field(), '七')
  await pressKey('z', { ctrlKey: true })
  expect(events).toEqual([])
})

it('applies a fix without a value from the note column', async () => {
  await stage.show(<Sheet />)
  await pressKey('F8')
  await pressKey('F8')
  await pressKey('Enter')
  expect(events).toEqual([]) // Enter at the cell only moves down
  await pressKey('End')
  await pressKey('Enter')
  expect(events).toEqual(['97 name:duplicate skip'])
  await click(document.querySelector('[aria-label="第 97 行，与第18行重复，跳过"]')!)
  expect(events).toHaveLength(2)
})

it('announces the position to screen readers', async () => {
  await stage.show(<Sheet rowsBefore={200} rowCount={1200} />)
  const grid = document.querySelector('[role=grid]')!
  expect(grid.getAttribute('aria-rowcount')).toBe('1201')
  const rows = [...document.querySelectorAll('[role=row]')].map((row) => row.getAttribute('aria-rowindex'))
  expect(rows).toEqual(['1', '202', '203', '204', '205'])
  const headers = [...document.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)
  expect(headers).toEqual(['行', '姓名', '身份证号', '班级', '说明'])
  expect(document.querySelectorAll('[role=gridcell][aria-invalid=true]')).toHaveLength(3)
})

it('changes nothing when it is read-only', async () => {
  await stage.show(<Sheet isFixed />)
  await pressKey('F2')
  await pressKey('Delete')
  await paste('x')
  expect(changes).toEqual([])
})

it('starts with the first problem when the focus is elsewhere, and continues from there', async () => {
  const grid = createRef<GridHandle>()
  await stage.show(<Sheet isEager={false} ref={grid} />)
  await act(async () => grid.current!.next())
  expect(here()).toBe('第 43 行 身份证号')
  await act(async () => grid.current!.next())
  expect(here()).toBe('第 61 行 班级')
})

it('keeps the width of the note column while rows are repaired, and makes it narrow without problems', async () => {
  const wide = () => document.querySelector<HTMLElement>('[role=grid]')!.style.getPropertyValue('--note')
  const note = '手机号应为11位，现为10位，请核对后重新填写'
  await stage.show(<Sheet rows={[rowOf(18, '程诺', '', '', { ...unknown, message: note })]} />)
  expect(wide()).toBe('320px')
  await stage.show(<Sheet rows={[rowOf(18, '程诺', '', '')]} />)
  expect(wide()).toBe('320px')
  await stage.show(<Sheet key="another" rows={[rowOf(18, '程诺', '', '')]} />)
  expect(wide()).toBe('104px')
})
