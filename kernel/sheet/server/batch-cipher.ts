import type { Ctx } from '#packages/core'
import { anyRow, loadFieldCipher, type FieldCipher } from '#packages/crypto'
import type { ImportEffect, RawCell, RowIssue, RowVerdict } from '#packages/sheet'
import type { BatchReport } from '../contract.ts'

/** The facts about a file before its columns are mapped. */
export interface FileHead {
  sheetName: string
  headings: string[]
  columns: FileHeadColumn[]
  /** Values of columns that the file leaves empty, by key. */
  preset?: Record<string, string>
  /** From the last check: values of choice columns that were matched to another value. */
  pairs: ValuePairs
}

export interface FileHeadColumn {
  /** The first distinct values, at most three. */
  samples: string[]
  note: string
  /** The values and their counts, when there are few. */
  values: [value: RawCell, count: number][]
}

/** By column key. */
export type ValuePairs = Record<string, { from: string; to: string; count: number }[]>

/** The parsed row and the effect of importing it. */
export interface CheckedCells {
  /** Values that replace those of the file, by column key. */
  edits: Record<string, string>
  accepted: string[]
  values: Record<string, string>
  /** The display text, where it differs from the value. */
  shown: Record<string, string>
  issues: RowIssue[]
  /** Columns whose values in the file are masked. */
  masked: string[]
  /** Date columns with only a month. */
  months: string[]
  /** null while cells are wrong or the row is skipped. */
  verdict: Omit<RowVerdict, 'issues' | 'keys'> | null
  /** The columns of its keys, in their order. */
  keyColumns: string[]
  /** The keys that an earlier row has too. */
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

/** Encrypts and decrypts the contents of batches: personal data that is not imported yet. */
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

  /** A hash by which rows of one file are compared without decrypting them. */
  hashKey = (column: string, value: string) =>
    this.#fields.index('import_row.keys', `${column}\0${value}`).subarray(0, hashBytes)
  hashHeadings = (headings: readonly string[]) =>
    this.#fields.index('import_mapping.headings', JSON.stringify(headings.map((heading) => heading.trim())))
  /** Distinguishes fixes with different labels without disclosing them. */
  hashText = (text: string) => this.#fields.index('import_row.fixes', text).toString('hex').slice(0, 8)

  #seal = (field: string, content: unknown) => this.#fields.encrypt(field, JSON.stringify(content), anyRow)
  #open = <T>(field: string, sealed: Buffer) => JSON.parse(this.#fields.decrypt(field, sealed, anyRow)) as T
}
