import { boardRead, type BoardReads } from '#packages/http'
import { messageApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  {
    key: 'todos',
    reads: [
      boardRead(messageApi.list, {
        query: () => ({ kind: 'todo', state: 'open', sort: 'due', keyword: '', pageNumber: 1, pageSize: 100 }) as const,
      }),
    ],
  },
]
