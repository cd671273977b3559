import { boardRead, type BoardReads } from '#packages/http'
import { sessionApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'new-devices', reads: [boardRead(sessionApi.newDevices, { kept: 'own' })] },
]
