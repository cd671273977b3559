import { boardRead, type BoardReads } from '#packages/http'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { staffApi } from '#kernel/staff/contract.ts'
import { studentApi } from '../contract.ts'

const figures = boardRead(studentApi.schoolFigures, { kept: 'shared' })
const accounts = boardRead(staffApi.accountCounts, { kept: 'shared' })

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  { key: 'my-class', reads: [boardRead(studentApi.myClasses)] },
  {
    key: 'gaps',
    reads: [
      figures,
      accounts,
      boardRead(studentApi.bindRequestCount, { kept: 'shared' }),
      boardRead(schoolingApi.teachingGaps, { kept: 'shared' }),
    ],
  },
  { key: 'pupils', reads: [figures, accounts] },
  { key: 'sizes', reads: [figures] },
  { key: 'files', reads: [figures] },
  { key: 'changes', reads: [boardRead(studentApi.recentChanges, { kept: 'own' })] },
]
