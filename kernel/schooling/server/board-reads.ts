import { boardRead, type BoardReads } from '#packages/http'
import { schoolingApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'week', reads: [boardRead(schoolingApi.week, { kept: 'shared' })] },
  { key: 'set-up', reads: [boardRead(schoolingApi.setUp, { query: () => ({ orgId: null }), kept: 'shared' })] },
  {
    key: 'schools',
    reads: [
      boardRead(schoolingApi.readiness, {
        query: () => ({ keyword: '', only: 'all', sort: 'sort', desc: 0, pageNumber: 1, pageSize: 6 }) as const,
        kept: 'shared',
      }),
    ],
  },
]
