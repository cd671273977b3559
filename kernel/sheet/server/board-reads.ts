import { boardRead, type BoardReads } from '#packages/http'
import { sheetApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'whole-exports', reads: [boardRead(sheetApi.wholeExports, { kept: 'own' })] },
]
