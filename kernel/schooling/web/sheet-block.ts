import {
  pasteBlock,
  type CellBlock,
  type PasteResult,
  type GridRange,
  type GridSheet,
} from '#packages/web/desk/sheet-grid/clipboard-block.ts'
import type { CellChange } from '#packages/web/desk/sheet-grid/grid-spec.ts'
import type { TeachingMatrix } from '../contract.ts'
import { normaliseText, listClassSpellings } from './paste-class-teachers.ts'

export interface PlacedBlock extends PasteResult {
  /** Headings that match no class and no subject. */
  unknown: string[]
}

/**
 * The target cells of a pasted block: by its headings, or from the first selected cell on without headings. Empty cells
 * of the block are ignored, so that a half-filled table clears nothing.
 */
export function placeBlock(block: CellBlock, range: GridRange, sheet: GridSheet, matrix: TeachingMatrix): PlacedBlock {
  const plain = { ...pasteBlock(sheet, range, block), unknown: [] }
  if (block.length === 1 && block[0]?.length === 1) return plain
  const { changes, left, unknown } = placeByHeadings(block, range, sheet, matrix) ?? plain
  return { changes: changes.filter(({ value }) => value.trim() !== ''), left, unknown }
}

function placeByHeadings(
  block: CellBlock,
  range: GridRange,
  sheet: GridSheet,
  matrix: TeachingMatrix,
): PlacedBlock | undefined {
  const { classes, subjects } = matrix
  const isAlone = new Set(classes.map(({ gradeName }) => gradeName)).size === 1
  const rowAt = new Map(classes.flatMap((one, y) => listClassSpellings(one, isAlone).map((text) => [text, y] as const)))
  const columnAt = new Map(
    subjects.flatMap(({ id, name, shortName }) => [name, shortName].map((text) => [normaliseText(text), id] as const)),
  )
  const [head = []] = block
  const hasColumns = head.some((text) => columnAt.has(normaliseText(text)))
  const rows = hasColumns ? block.slice(1) : block
  const hasRows = rows.some(([text = '']) => rowAt.has(normaliseText(text)))
  if (!hasColumns && !hasRows) return undefined
  const first = hasRows ? 1 : 0
  const placed: PlacedBlock = { changes: [], left: 0, unknown: [] }
  const columns = sheet.columns.slice(range.left)
  const columnOf = (x: number) => (hasColumns ? columnAt.get(normaliseText(head[x] ?? '')) : columns[x - first])
  if (hasColumns)
    placed.unknown.push(...head.slice(first).filter((text) => text.trim() && !columnAt.has(normaliseText(text))))
  for (const [at, cells] of rows.entries()) {
    const label = normaliseText(cells[0] ?? '')
    const y = hasRows ? rowAt.get(label) : range.top + at
    const row = y === undefined ? undefined : sheet.rows[y]
    if (row) placed.changes.push(...listCellChanges(row, cells.slice(first), (x) => columnOf(x + first)))
    else if (hasRows && label) placed.unknown.push(cells[0]!)
    else if (!hasRows) placed.left += 1
  }
  return placed
}

function listCellChanges(
  { row, cells: now }: GridSheet['rows'][number],
  cells: readonly string[],
  columnOf: (x: number) => string | undefined,
): CellChange[] {
  return cells.flatMap((value, x) => {
    const column = columnOf(x)
    return column === undefined || value === (now[column] ?? '') ? [] : { row, column, value }
  })
}
