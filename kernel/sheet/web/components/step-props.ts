import { numberWords } from '#packages/web/core/format/number.ts'
import type { Batch, TargetFacts } from '../../contract.ts'
import type { Go } from './go.ts'

export interface StepProps {
  batch: Batch
  facts: TargetFacts
  go: Go
}

/** The file, as the frame shows it. */
export const fileOf = ({ fileName, rowCount }: Batch) => ({
  name: fileName,
  facts: rowCount > 0 ? [`${numberWords(rowCount)} 行`] : [],
})
