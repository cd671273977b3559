import type { Ctx } from '#packages/core'
import { anyRow, loadFieldCipher, type FieldCipher } from '#packages/crypto'
import type { ImportEffect, RawCell, RowIssue, RowVerdict } from '#packages/sheet'
import type { BatchReport } from '../contract.ts'

/** What is known of a file before anybody has said what its columns are. */
export interface FileHead {
  sheetName: string
  headings: string[]
  columns: FileHeadColumn[]
  /** Of the last check: words of choices that were written in another way. */
  pairs: ValuePairs
}

export interface FileHeadColumn {
  /** The first that differ, at most three. */
  samples: string[]
  note: string
  /** What stands there and how often, where that is little. */
  values: [value: RawCell, count: number][]
}

/** By the keys of columns. */
export type ValuePairs = Record<string, { from: string; to: string; count: number }[]>

/** What a row is understood as, and what importing it would do. */
export interface CheckedCells {
  /** What somebody has put instead of what came, by the keys of the columns. */
  edits: Record<string, string>
  accepted: string[]
  values: Record<string, string>
  /** What the grid shows, where that is not the value itself. */
  shown: Record<string, string>
  issues: RowIssue[]
  /** Columns that show only a part of what is kept. */
  masked: string[]
  /** Columns of days that say the month only. */
  months: string[]
  /** Nothing while its cells are wrong, or while it is left out. */
  verdict: Omit<RowVerdict, 'issues' | 'keys'> | null
  /** The columns of its keys, in their order. */
  keyColumns: string[]
  /** Which of its keys an earlier row has. */
  duplicates: { column: string; row: number }[]
}

export const uncheckedCells: CheckedCells = {
  edits: {},
  accepted: [],
  values: {},
  shown: {},
  issues: [],
  masked: [],
  months: [],
  verdict: null,
  keyColumns: [],
  duplicates: [],
}

const hashBytes = 16

/** Opens and shuts what batches hold: people's data that is not in the system yet. */
export class BatchCipher {
  readonly #fields: FieldCipher
  private constructor(fields: FieldCipher) {
    this.#fields = fields
  }

  static async create({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<BatchCipher> {
    return new BatchCipher(await loadFieldCipher(db, actor.districtId))
  }

  encryptFile = (bytes: Uint8Array) => this.#fields.encryptBytes('import.file', bytes, anyRow)
  decryptFile = (sealed: Uint8Array) => this.#fields.decryptBytes('import.file', sealed, anyRow)
  encryptHead = (head: FileHead) => this.#seal('import_batch.head', head)
  decryptHead = (sealed: Buffer) => this.#open<FileHead>('import_batch.head', sealed)
  encryptReport = (report: BatchReport) => this.#seal('import_batch.report', report)
  decryptReport = (sealed: Buffer) => this.#open<BatchReport>('import_batch.report', sealed)
  encryptRaw = (cells: readonly RawCell[]) => this.#seal('import_row.raw', cells)
  decryptRaw = (sealed: Buffer) => this.#open<RawCell[]>('import_row.raw', sealed)
  encryptChecked = (checked: CheckedCells) => this.#seal('import_row.checked', checked)
  decryptChecked = (sealed: Buffer | null) =>
    sealed === null
      ? uncheckedCells
      : { ...uncheckedCells, ...this.#open<Partial<CheckedCells>>('import_row.checked', sealed) }
  encryptEffect = (effect: ImportEffect) => this.#seal('import_row.effect', effect)
  decryptEffect = (sealed: Buffer) => this.#open<ImportEffect>('import_row.effect', sealed)

  /** By which rows of one file are compared without opening them. */
  hashKey = (column: string, value: string) =>
    this.#fields.index('import_row.keys', `${column}\0${value}`).subarray(0, hashBytes)
  hashHeadings = (headings: readonly string[]) =>
    this.#fields.index('import_mapping.headings', JSON.stringify(headings.map((heading) => heading.trim())))
  /** Tells cures with other words apart, without saying them. */
  hashText = (text: string) => this.#fields.index('import_row.cures', text).toString('hex').slice(0, 8)

  #seal = (field: string, content: unknown) => this.#fields.encrypt(field, JSON.stringify(content), anyRow)
  #open = <T>(field: string, sealed: Buffer) => JSON.parse(this.#fields.decrypt(field, sealed, anyRow)) as T
}
