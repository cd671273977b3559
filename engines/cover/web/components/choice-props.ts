import type { CoverLesson, CoverWish } from '../../contract.ts'

/** A choice for one lesson; undefined clears it. */
export interface ChoiceProps {
  lesson: CoverLesson
  choice: CoverWish | undefined
  /** The lesson in words, for screen readers. */
  label: string
  onChange: (part: Partial<CoverWish> | undefined) => void
}
