import type { CellChange, GridRow, GridPosition } from './grid-spec.ts'

/** Parses the clipboard of a spreadsheet: tabs between cells, line ends between rows, quotes around both. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = []
  // A quoted cell may contain line ends, and a quote in it is doubled.
  const piece = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  let cells: string[] = []
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    const [, quoteCell, plain, end] = found
    cells.push(quoteCell === undefined ? (plain ?? '') : quoteCell.replaceAll('""', '"'))
    if (end !== '\t') {
      rows.push(cells)
      cells = []
    }
    if (piece.lastIndex >= text.length) break
  }
  // The last row may end with an empty cell and no line end.
  return cells.length > 0 ? [...rows, [...cells, '']] : rows
}

export const formatBlock = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map(quoteCell).join('\t')).join('\n')

const quoteCell = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** From one corner to the other, in any direction. */
export interface GridRange {
  top: number
  bottom: number
  left: number
  right: number
}

export interface GridSheet {
  rows: readonly GridRow[]
  columns: readonly string[]
}

export function getRange({ rows, columns }: GridSheet, from: GridPosition, at: GridPosition): GridRange {
  const ys = [from, at].map((spot) => rows.findIndex(({ row }) => row === spot.row))
  const xs = [from, at].map((spot) => columns.indexOf(spot.column))
  return { top: Math.min(...ys), bottom: Math.max(...ys), left: Math.min(...xs), right: Math.max(...xs) }
}

export const getBlock = ({ rows, columns }: GridSheet, { top, bottom, left, right }: GridRange) =>
  rows.slice(top, bottom + 1).map(({ cells }) => columns.slice(left, right + 1).map((column) => cells[column] ?? ''))

export type CellBlock = readonly (readonly string[])[]

export interface PasteResult {
  changes: CellChange[]
  /** How many rows did not fit. */
  left: number
}

/** The changes of a paste: one value fills the whole range, a block starts at its first cell. */
export function pasteBlock(sheet: GridSheet, range: GridRange, block: CellBlock): PasteResult {
  const isOne = block.length === 1 && block[0]?.length === 1
  const high = isOne ? range.bottom - range.top + 1 : block.length
  const wide = isOne ? range.right - range.left + 1 : Math.max(...block.map(({ length }) => length))
  const changes: CellChange[] = []
  for (const [y, { row, cells }] of sheet.rows.slice(range.top, range.top + high).entries()) {
    for (const [x, column] of sheet.columns.slice(range.left, range.left + wide).entries()) {
      const value = isOne ? block[0]![0]! : block[y]?.[x]
      if (value !== undefined && value !== (cells[column] ?? '')) changes.push({ row, column, value })
    }
  }
  return { changes, left: Math.max(0, high - (sheet.rows.length - range.top)) }
}

/** The first row of the range is copied into the others; a single row gets the row above. */
export function fillDownCells(sheet: GridSheet, range: GridRange): CellChange[] {
  const source = range.top === range.bottom ? range.top - 1 : range.top
  const model = sheet.rows[source]
  if (!model) return []
  const columns = sheet.columns.slice(range.left, range.right + 1)
  return sheet.rows
    .slice(source + 1, range.bottom + 1)
    .flatMap(({ row, cells }) =>
      columns
        .map((column) => ({ row, column, value: model.cells[column] ?? '' }))
        .filter(({ column, value }) => value !== (cells[column] ?? '')),
    )
}

export const clearCells = (sheet: GridSheet, range: GridRange): CellChange[] =>
  sheet.rows.slice(range.top, range.bottom + 1).flatMap(({ row, cells }) =>
    sheet.columns
      .slice(range.left, range.right + 1)
      .filter((column) => cells[column])
      .map((column) => ({ row, column, value: '' })),
  )
