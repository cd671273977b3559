import type { CoverLesson, CoverItem } from '../../contract.ts'

/** A choice for one lesson; undefined clears it. */
export interface ChoiceProps {
  lesson: CoverLesson
  choice: CoverItem | undefined
  /** The lesson in words, for screen readers. */
  label: string
  onChange: (part: Partial<CoverItem> | undefined) => void
}
