import {
  parseCell,
  type ImportTarget,
  type RawCell,
  type RowIssue,
  type SheetChoice,
  type SheetColumn,
  type ParsedCell,
} from '#packages/sheet'
import type { MappedColumn } from './import-queries.ts'

export type ColumnChoices = Readonly<Record<string, readonly SheetChoice[]>>

export interface ParsedRow {
  values: Record<string, string>
  shown: Record<string, string>
  issues: RowIssue[]
  /** Columns whose values in the file are masked. */
  masked: string[]
  /** Date columns with only a month. */
  months: string[]
}

interface ColumnReader {
  column: SheetColumn
  choices: readonly SheetChoice[]
  /** The position in the file; undefined when the file does not have the column. */
  at: number | undefined
  known: Map<RawCell, ParsedCell>
}

const knownAtMost = 2_000

/** Parses the rows of a file with mapped columns. */
export class RowParser {
  readonly #readings: readonly ColumnReader[]
  readonly #preset: Readonly<Record<string, string>>
  readonly #pairs = new Map<string, Map<string, { to: string; count: number }>>()

  constructor(
    target: ImportTarget,
    choices: ColumnChoices,
    mapping: readonly MappedColumn[],
    preset: Readonly<Record<string, string>> = {},
  ) {
    this.#preset = preset
    const positions = new Map(mapping.map(({ at, key }) => [key, at]))
    this.#readings = target.columns.map((column) => ({
      column,
      choices: choices[column.key] ?? column.choices ?? [],
      at: positions.get(column.key),
      known: new Map(),
    }))
  }

  /** The value of one column: the repaired one, or that of the file. */
  static getRawCell(
    cells: readonly RawCell[],
    edits: Readonly<Record<string, string>>,
    key: string,
    at: number | undefined,
  ) {
    return edits[key] ?? (at === undefined ? null : (cells[at] ?? null))
  }

  parseRow(cells: readonly RawCell[], edits: Readonly<Record<string, string>>): ParsedRow {
    const row: ParsedRow = { values: {}, shown: {}, issues: [], masked: [], months: [] }
    for (const reader of this.#readings) {
      const { key } = reader.column
      const raw = RowParser.getRawCell(cells, edits, key, reader.at)
      const preset = raw === null ? this.#preset[key] : undefined
      if (reader.at === undefined && edits[key] === undefined && preset === undefined) continue
      const parsed = this.#cell(reader, preset ?? raw)
      const { value, shown, issue, from } = parsed
      if (value !== '') row.values[key] = value
      if (shown !== value) row.shown[key] = shown
      if (issue) row.issues.push({ ...issue, column: key })
      if (parsed.isMasked) row.masked.push(key)
      if (parsed.isMonth) row.months.push(key)
      if (from !== undefined && preset === undefined) this.#note(key, from, shown)
    }
    return row
  }

  /** Choice lists are long and distinct values are few, so each value is matched once. */
  #cell({ column, choices, known }: ColumnReader, raw: RawCell): ParsedCell {
    if (column.kind !== 'choice') return parseCell(column, choices, raw)
    const before = known.get(raw)
    if (before) return before
    const parsed = parseCell(column, choices, raw)
    if (known.size < knownAtMost) known.set(raw, parsed)
    return parsed
  }

  #note(key: string, from: string, to: string) {
    const pairs = this.#pairs.get(key) ?? new Map<string, { to: string; count: number }>()
    this.#pairs.set(key, pairs)
    const pair = pairs.get(from)
    if (pair) pair.count++
    else if (pairs.size < pairsAtMost) pairs.set(from, { to, count: 1 })
  }

  /** Values of choice columns that were matched to another value. */
  get pairs() {
    return Object.fromEntries(
      [...this.#pairs].map(([key, pairs]) => [key, [...pairs].map(([from, { to, count }]) => ({ from, to, count }))]),
    )
  }
}

const pairsAtMost = 50
