import { boardRead, type BoardReads } from '#packages/http'
import { leaveApi, leaveBookApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  {
    key: 'leave-today',
    reads: [
      boardRead(leaveApi.calendar, {
        query: (today) => ({ orgId: null, from: today, to: today }),
        kept: 'own',
      }),
    ],
  },
  { key: 'leave-today-units', reads: [boardRead(leaveBookApi.awayToday, { kept: 'shared' })] },
]
