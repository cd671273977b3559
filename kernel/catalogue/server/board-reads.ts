import { boardRead, type BoardReads } from '#packages/http'
import { catalogueApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'recent-applications', reads: [boardRead(catalogueApi.centre, { kept: 'own' })] },
]
