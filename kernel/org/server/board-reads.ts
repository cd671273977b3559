import { boardRead, type BoardReads } from '#packages/http'
import { orgApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'organisations', reads: [boardRead(orgApi.summary, { kept: 'shared' })] },
]
