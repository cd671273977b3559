import { formatNumber } from '#packages/web/core/format/number.ts'
import type { Batch, TargetFacts } from '../../contract.ts'
import type { GoTo } from './import-location.ts'

export interface ImportStepProps {
  batch: Batch
  facts: TargetFacts
  go: GoTo
}

export const toFrameFile = ({ fileName, rowCount }: Batch) => ({
  name: fileName,
  facts: rowCount > 0 ? [`${formatNumber(rowCount)} 行`] : [],
})
