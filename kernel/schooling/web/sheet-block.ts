import { pasted, type Block, type Pasted, type Range, type Sheet } from '#packages/web/desk/sheet-grid/block.ts'
import type { CellChange } from '#packages/web/desk/sheet-grid/spec.ts'
import type { TeachingMatrix } from '../contract.ts'
import { plainWords, writingsOf } from './pasted-heads.ts'

export interface Placed extends Pasted {
  /** Headings that are no class and no subject here. */
  unknown: string[]
}

/**
 * Where a pasted block goes: with its headings to the classes and subjects that they name, without at the first chosen
 * cell. What is empty in a block leaves what is there: a table that is half done clears nothing.
 */
export function placeBlock(block: Block, range: Range, sheet: Sheet, matrix: TeachingMatrix): Placed {
  const plain = { ...pasted(sheet, range, block), unknown: [] }
  if (block.length === 1 && block[0]?.length === 1) return plain
  const { changes, left, unknown } = byHeadings(block, range, sheet, matrix) ?? plain
  return { changes: changes.filter(({ value }) => value.trim() !== ''), left, unknown }
}

function byHeadings(block: Block, range: Range, sheet: Sheet, matrix: TeachingMatrix): Placed | undefined {
  const { classes, subjects } = matrix
  const isAlone = new Set(classes.map(({ gradeName }) => gradeName)).size === 1
  const rowAt = new Map(classes.flatMap((one, y) => writingsOf(one, isAlone).map((words) => [words, y] as const)))
  const columnAt = new Map(
    subjects.flatMap(({ id, name, shortName }) => [name, shortName].map((words) => [plainWords(words), id] as const)),
  )
  const [head = []] = block
  const hasColumns = head.some((words) => columnAt.has(plainWords(words)))
  const rows = hasColumns ? block.slice(1) : block
  const hasRows = rows.some(([words = '']) => rowAt.has(plainWords(words)))
  if (!hasColumns && !hasRows) return undefined
  const first = hasRows ? 1 : 0
  const placed: Placed = { changes: [], left: 0, unknown: [] }
  const columns = sheet.columns.slice(range.left)
  const columnOf = (x: number) => (hasColumns ? columnAt.get(plainWords(head[x] ?? '')) : columns[x - first])
  if (hasColumns)
    placed.unknown.push(...head.slice(first).filter((words) => words.trim() && !columnAt.has(plainWords(words))))
  for (const [at, cells] of rows.entries()) {
    const label = plainWords(cells[0] ?? '')
    const y = hasRows ? rowAt.get(label) : range.top + at
    const row = y === undefined ? undefined : sheet.rows[y]
    if (row) placed.changes.push(...changesIn(row, cells.slice(first), (x) => columnOf(x + first)))
    else if (hasRows && label) placed.unknown.push(cells[0]!)
    else if (!hasRows) placed.left += 1
  }
  return placed
}

function changesIn(
  { row, cells: now }: Sheet['rows'][number],
  cells: readonly string[],
  columnOf: (x: number) => string | undefined,
): CellChange[] {
  return cells.flatMap((value, x) => {
    const column = columnOf(x)
    return column === undefined || value === (now[column] ?? '') ? [] : { row, column, value }
  })
}
