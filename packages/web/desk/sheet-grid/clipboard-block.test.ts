import { expect, it } from 'vitest'
import { fillDownCells, pasteBlock, getRange, parseBlock, formatBlock } from './clipboard-block.ts'
import type { GridRow } from './grid-spec.ts'

const rowOf = (row: number, ...[name = '', sex = '', mobile = '']: string[]): GridRow => ({
  row,
  cells: { name, sex, mobile },
  problems: [],
  repaired: [],
  before: {},
  statusText: '',
})
const sheet = {
  rows: [rowOf(2, '程诺', '女', '1'), rowOf(5, '丁一鸣', '男', '2'), rowOf(9, '葛雨桐', '女', '3')],
  columns: ['name', 'sex', 'mobile'],
}
const spot = (row: number, column: string) => ({ row, column })

it('reads the clipboard of Excel, also cells with line ends and quotes in them', () => {
  expect(parseBlock('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(parseBlock('"一\n二"\t"说""好"""\n\t三')).toEqual([
    ['一\n二', '说"好"'],
    ['', '三'],
  ])
  expect(parseBlock('5"屏')).toEqual([['5"屏']])
  expect(parseBlock('只有一个')).toEqual([['只有一个']])
  expect(parseBlock('a\tb\nc\t')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
})

it('writes what it can read again', () => {
  const block = [
    ['一\n二', '"'],
    ['', 'a\tb'],
  ]
  expect(parseBlock(formatBlock(block))).toEqual(block)
})

it('pastes a block from its first cell on, and reports how many rows did not fit', () => {
  const at = spot(5, 'sex')
  const block = parseBlock('女\t7\n男\t8\n女\t9')
  expect(pasteBlock(sheet, getRange(sheet, at, at), block)).toEqual({
    changes: [
      { row: 5, column: 'sex', value: '女' },
      { row: 5, column: 'mobile', value: '7' },
      { row: 9, column: 'sex', value: '男' },
      { row: 9, column: 'mobile', value: '8' },
    ],
    left: 1,
  })
})

it('fills the whole range with one value, whichever way it was selected', () => {
  const range = getRange(sheet, spot(9, 'sex'), spot(2, 'sex'))
  expect(pasteBlock(sheet, range, [['男']]).changes.map(({ row }) => row)).toEqual([2, 9])
})

it('fills down from the first row of the range, or from the row above', () => {
  expect(fillDownCells(sheet, getRange(sheet, spot(2, 'name'), spot(9, 'sex')))).toEqual([
    { row: 5, column: 'name', value: '程诺' },
    { row: 5, column: 'sex', value: '女' },
    { row: 9, column: 'name', value: '程诺' },
  ])
  expect(fillDownCells(sheet, getRange(sheet, spot(9, 'mobile'), spot(9, 'mobile')))).toEqual([
    { row: 9, column: 'mobile', value: '2' },
  ])
  expect(fillDownCells(sheet, getRange(sheet, spot(2, 'name'), spot(2, 'name')))).toEqual([])
})
