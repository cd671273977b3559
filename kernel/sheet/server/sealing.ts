import type { Ctx } from '#packages/core'
import { anyRow, fieldsOf, type FieldCipher } from '#packages/crypto'
import type { Effect, RawCell, RowIssue, Verdict } from '#packages/sheet'
import type { BatchReport } from '../contract.ts'

/** What is known of a file before anybody has said what its columns are. */
export interface Head {
  sheetName: string
  headings: string[]
  columns: HeadColumn[]
  /** Of the last check: words of choices that were written in another way. */
  pairs: Pairs
}

export interface HeadColumn {
  /** The first that differ, at most three. */
  samples: string[]
  note: string
  /** What stands there and how often, where that is little. */
  values: [value: RawCell, count: number][]
}

/** By the keys of columns. */
export type Pairs = Record<string, { from: string; to: string; count: number }[]>

/** What a row is understood as, and what importing it would do. */
export interface Checked {
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
  verdict: Omit<Verdict, 'issues' | 'keys'> | null
  /** The columns of its keys, in their order. */
  keyColumns: string[]
  /** Which of its keys an earlier row has. */
  twins: { column: string; row: number }[]
}

export const unchecked: Checked = {
  edits: {},
  accepted: [],
  values: {},
  shown: {},
  issues: [],
  masked: [],
  months: [],
  verdict: null,
  keyColumns: [],
  twins: [],
}

const hashBytes = 16

/** Opens and shuts what batches hold: people's data that is not in the system yet. */
export class Sealing {
  readonly #fields: FieldCipher
  private constructor(fields: FieldCipher) {
    this.#fields = fields
  }

  static async of({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<Sealing> {
    return new Sealing(await fieldsOf(db, actor.districtId))
  }

  sealFile = (bytes: Uint8Array) => this.#fields.encryptBytes('import.file', bytes, anyRow)
  openFile = (sealed: Uint8Array) => this.#fields.decryptBytes('import.file', sealed, anyRow)
  sealHead = (head: Head) => this.#seal('import_batch.head', head)
  openHead = (sealed: Buffer) => this.#open<Head>('import_batch.head', sealed)
  sealReport = (report: BatchReport) => this.#seal('import_batch.report', report)
  openReport = (sealed: Buffer) => this.#open<BatchReport>('import_batch.report', sealed)
  sealRaw = (cells: readonly RawCell[]) => this.#seal('import_row.raw', cells)
  openRaw = (sealed: Buffer) => this.#open<RawCell[]>('import_row.raw', sealed)
  sealChecked = (checked: Checked) => this.#seal('import_row.checked', checked)
  openChecked = (sealed: Buffer | null) =>
    sealed === null ? unchecked : { ...unchecked, ...this.#open<Partial<Checked>>('import_row.checked', sealed) }
  sealEffect = (effect: Effect) => this.#seal('import_row.effect', effect)
  openEffect = (sealed: Buffer) => this.#open<Effect>('import_row.effect', sealed)

  /** By which rows of one file are compared without opening them. */
  keyOf = (column: string, value: string) =>
    this.#fields.index('import_row.keys', `${column}\0${value}`).subarray(0, hashBytes)
  headingsOf = (headings: readonly string[]) =>
    this.#fields.index('import_mapping.headings', JSON.stringify(headings.map((heading) => heading.trim())))
  /** Tells cures with other words apart, without saying them. */
  wordsOf = (words: string) => this.#fields.index('import_row.cures', words).toString('hex').slice(0, 8)

  #seal = (field: string, content: unknown) => this.#fields.encrypt(field, JSON.stringify(content), anyRow)
  #open = <T>(field: string, sealed: Buffer) => JSON.parse(this.#fields.decrypt(field, sealed, anyRow)) as T
}
