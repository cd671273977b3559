import { categoryColors } from '#packages/web/core/tokens.desk.ts'
import styles from './subject-colour.module.css'

type ColourName = keyof typeof categoryColors
const names = Object.keys(categoryColors) as ColourName[]

/**
 * The colour of a subject: neighbours in `subjects` (the order of the school) differ. Without that order it depends on
 * the id alone, so that a subject has the same colour on every page.
 */
export function getSubjectColour(subjectId: string, subjects: readonly string[] = []): ColourName {
  const at = subjects.indexOf(subjectId)
  return names[(at < 0 ? hash(subjectId) : at) % names.length]!
}

function hash(text: string) {
  let value = 7
  for (const letter of text) value = (value * 31 + letter.codePointAt(0)!) % 1_000_003
  return value
}

/** The class that sets `--subject`. */
export const getSubjectClass = (subjectId: string, subjects?: readonly string[]) =>
  styles[getSubjectColour(subjectId, subjects)] ?? ''
