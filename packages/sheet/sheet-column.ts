/** Something that may stand in a cell. */
export interface SheetChoice {
  /** As it is kept. */
  value: string
  /** As people write it. */
  title: string
  /** Other words and codes for it: 1, M. */
  synonyms?: readonly string[]
}

/**
 * `lookup` is a choice that only the target knows: it stands in the row as it was written, and whether it is there says
 * the target.
 */
export type ColumnKind = 'text' | 'id-card' | 'mobile' | 'phone' | 'date' | 'choice' | 'number' | 'lookup'

/** A column of a template, and of what is understood of a file. */
export interface SheetColumn {
  key: string
  title: string
  kind: ColumnKind
  isRequired?: boolean
  /** Other headings for it. Spaces, stars and brackets in headings do not count. */
  synonyms?: readonly string[]
  choices?: readonly SheetChoice[]
  /** Characters. */
  max?: number
  /** In the template, for whoever fills it in. */
  hint?: string
  example?: string
  /** Tells people which row it is: stands in the grid beside whatever is wrong. */
  isName?: boolean
  /** Numbers of other papers that may stand in a column of ID numbers: passports. */
  papers?: RegExp
  /** Masked where what is in the system is shown. */
  isSensitive?: boolean
  /** What is wrong with a value in our form; nothing if it is right. */
  check?(value: string): string | undefined
}
