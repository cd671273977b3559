import { boardRead, type BoardReads } from '#packages/http'
import { accessApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'role-changes', reads: [boardRead(accessApi.watch, { kept: 'own' })] },
  { key: 'revealers', reads: [boardRead(accessApi.watch, { kept: 'own' })] },
]
