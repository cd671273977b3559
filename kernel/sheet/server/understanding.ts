import {
  understandCell,
  type ImportTarget,
  type RawCell,
  type RowIssue,
  type SheetChoice,
  type SheetColumn,
  type UnderstoodCell,
} from '#packages/sheet'
import type { MappedColumn } from './import-queries.ts'

export type Choices = Readonly<Record<string, readonly SheetChoice[]>>

export interface UnderstoodRow {
  values: Record<string, string>
  shown: Record<string, string>
  issues: RowIssue[]
  /** Columns that show only a part of what is kept. */
  masked: string[]
  /** Columns of days that say the month only. */
  months: string[]
}

interface Reading {
  column: SheetColumn
  choices: readonly SheetChoice[]
  /** Where it stands in the file; nothing when it does not. */
  at: number | undefined
  known: Map<RawCell, UnderstoodCell>
}

const knownAtMost = 2_000

/** Understands the rows of a file whose columns are known. */
export class Understanding {
  readonly #readings: readonly Reading[]
  readonly #pairs = new Map<string, Map<string, { to: string; count: number }>>()

  constructor(target: ImportTarget, choices: Choices, mapping: readonly MappedColumn[]) {
    const places = new Map(mapping.map(({ at, key }) => [key, at]))
    this.#readings = target.columns.map((column) => ({
      column,
      choices: choices[column.key] ?? column.choices ?? [],
      at: places.get(column.key),
      known: new Map(),
    }))
  }

  /** What came, or what somebody put instead, in one column. */
  static rawOf(
    cells: readonly RawCell[],
    edits: Readonly<Record<string, string>>,
    key: string,
    at: number | undefined,
  ) {
    return edits[key] ?? (at === undefined ? null : (cells[at] ?? null))
  }

  row(cells: readonly RawCell[], edits: Readonly<Record<string, string>>): UnderstoodRow {
    const row: UnderstoodRow = { values: {}, shown: {}, issues: [], masked: [], months: [] }
    for (const reading of this.#readings) {
      const { key } = reading.column
      if (reading.at === undefined && edits[key] === undefined) continue
      const understood = this.#cell(reading, Understanding.rawOf(cells, edits, key, reading.at))
      const { value, shown, issue, from } = understood
      if (value !== '') row.values[key] = value
      if (shown !== value) row.shown[key] = shown
      if (issue) row.issues.push({ ...issue, column: key })
      if (understood.isMasked) row.masked.push(key)
      if (understood.isMonth) row.months.push(key)
      if (from !== undefined) this.#note(key, from, shown)
    }
    return row
  }

  /** Lists are long and what stands in a column of choices is little: the same is looked for once. */
  #cell({ column, choices, known }: Reading, raw: RawCell): UnderstoodCell {
    if (column.kind !== 'choice') return understandCell(column, choices, raw)
    const before = known.get(raw)
    if (before) return before
    const understood = understandCell(column, choices, raw)
    if (known.size < knownAtMost) known.set(raw, understood)
    return understood
  }

  #note(key: string, from: string, to: string) {
    const pairs = this.#pairs.get(key) ?? new Map<string, { to: string; count: number }>()
    this.#pairs.set(key, pairs)
    const pair = pairs.get(from)
    if (pair) pair.count++
    else if (pairs.size < pairsAtMost) pairs.set(from, { to, count: 1 })
  }

  /** Words of choices that were written in another way. */
  get pairs() {
    return Object.fromEntries(
      [...this.#pairs].map(([key, pairs]) => [key, [...pairs].map(([from, { to, count }]) => ({ from, to, count }))]),
    )
  }
}

const pairsAtMost = 50
