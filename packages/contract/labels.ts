import { z } from 'zod'

/** The meaning of a state: success, information, warning, error, closed. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'closed'

/** A value that is a state: its label and its look. */
export interface State {
  label: string
  tone: Tone
  /** Needs no attention, so lists show it quietly. */
  isNormal?: boolean
  /** The states that may follow. */
  next?: readonly string[]
}
export type LabelSet<Key extends string | number = string> = Readonly<Record<Key, string | State>>

/**
 * Declares the values of a field once, each with its label or its state. `enumOf` makes the schema of it, `optionsOf` the
 * options of a select or filter, `createStatusLook` the status tag; `choice()` and `status()` take it as it is.
 */
export const labels = <const Labels extends LabelSet<string | number>>(set: Labels): Labels => set

export const enumOf = <Key extends string>(set: Readonly<Record<Key, unknown>>, message?: string) =>
  z.enum(Object.keys(set) as [Key, ...Key[]], message)

export const labelOf = <Key extends string | number>(set: LabelSet<Key>, value: Key): string => {
  const found = set[value]
  return typeof found === 'string' ? found : found.label
}

export const optionsOf = <Key extends string | number>(set: LabelSet<Key>) =>
  (Object.keys(set) as Key[]).map((value) => ({ value: String(value), label: labelOf(set, value) }))
