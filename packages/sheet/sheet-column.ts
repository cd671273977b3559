/** An allowed value of a cell. */
export interface SheetChoice {
  /** The stored value. */
  value: string
  /** The displayed title. */
  title: string
  /** Other spellings and codes: 1, M. */
  synonyms?: readonly string[]
}

/** `lookup` is a choice that only the target can check: the row contains the original text. */
export type ColumnKind = 'text' | 'id-card' | 'mobile' | 'phone' | 'date' | 'choice' | 'number' | 'lookup'

/** A column of a template and of an imported file. */
export interface SheetColumn {
  key: string
  title: string
  kind: ColumnKind
  isRequired?: boolean
  /** Other headings. Spaces, stars and brackets in headings are ignored. */
  synonyms?: readonly string[]
  choices?: readonly SheetChoice[]
  /** In characters. */
  max?: number
  /** A hint in the template. */
  hint?: string
  example?: string
  /** Identifies the row for users: shown in the grid beside the wrong cells. */
  isName?: boolean
  /** Numbers of other documents allowed in an ID column: passports. */
  papers?: RegExp
  /** Stored values are shown masked. */
  isSensitive?: boolean
  /** Only in rows that were unfolded from a grid: not in the template. */
  isOfGrid?: boolean
  /** A permission: nobody else sees the column. */
  visibleWith?: string
  /** The message for an invalid normalised value; undefined if it is valid. */
  check?(value: string): string | undefined
}
