import { boardRead, type BoardReads } from '#packages/http'
import { timetableApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  {
    key: 'today-lessons',
    reads: [
      boardRead(timetableApi.week, {
        query: (today) => ({ day: today, classId: null, userId: null, roomId: null }),
        kept: 'own',
      }),
    ],
  },
]
