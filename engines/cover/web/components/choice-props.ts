import type { CoverLesson, CoverAsk } from '../../contract.ts'

/** A choice for one lesson; undefined clears it. */
export interface ChoiceProps {
  lesson: CoverLesson
  choice: CoverAsk | undefined
  /** The lesson in words, for screen readers. */
  label: string
  onChange: (part: Partial<CoverAsk> | undefined) => void
}
