import type { RawCell } from '../raw-cell.ts'
import { tooLarge } from './bad-sheet.ts'
import { sheetLimits } from './limits.ts'
import type { RawRow } from './row-listener.ts'

/** Merged cells of one column: the value of the first applies to all. */
interface Merge {
  column: number
  from: number
  to: number
}

const [begin, end] = [Buffer.from('<mergeCells'), Buffer.from('</mergeCells>')]
const maxBytes = 4 * 1024 * 1024

/** Finds the merged cells of a worksheet while streaming, because they are listed behind the rows. */
export class MergesFinder {
  #tail = Buffer.alloc(0)
  #kept: Buffer[] | undefined
  #length = 0
  #isOver = false

  push(piece: Uint8Array) {
    if (this.#isOver) return
    const text = Buffer.concat([this.#tail, piece])
    const from = this.#kept ? 0 : text.indexOf(begin)
    if (from < 0) {
      this.#tail = text.subarray(-begin.length + 1)
      return
    }
    const last = text.indexOf(end, from)
    this.#isOver = last >= 0
    // The possible beginning of the end tag is kept for the next piece.
    const cut = this.#isOver ? last : Math.max(from, text.length - end.length + 1)
    this.#kept = [...(this.#kept ?? []), text.subarray(from, cut)]
    this.#tail = text.subarray(cut)
    if ((this.#length += cut - from) > maxBytes) throw tooLarge()
  }

  /** Merges over several rows, from the top. Horizontal merges are ignored: they are titles. */
  get merges(): Merge[] {
    const text = Buffer.concat(this.#kept ?? []).toString('latin1')
    const found: Merge[] = []
    for (const [, letters, from, to] of text.matchAll(/\sref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g)) {
      const merge = { column: toColumnIndex(letters!), from: Number(from), to: Number(to) }
      if (merge.to > merge.from && merge.column < sheetLimits.columns) found.push(merge)
    }
    return found.toSorted((one, other) => one.from - other.from)
  }
}

/** From 0. */
function toColumnIndex(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

/** Copies the value of merged cells into every covered row; rows arrive from the top. */
export function fillMergedCells(merges: readonly Merge[]): (row: RawRow) => RawRow {
  const open = new Map<number, Merge & { value: RawCell }>()
  let next = 0
  return ({ row, cells }) => {
    for (; next < merges.length && merges[next]!.from <= row; next++) {
      const merge = merges[next]!
      open.set(merge.column, { ...merge, value: merge.from === row ? (cells[merge.column] ?? null) : null })
    }
    for (const [column, { from, to, value }] of open) {
      if (row > to) open.delete(column)
      else if (row > from && value !== null) fillCell(cells, column, value)
    }
    return { row, cells }
  }
}

function fillCell(cells: RawCell[], column: number, value: RawCell) {
  while (cells.length <= column) cells.push(null)
  cells[column] ??= value
}
