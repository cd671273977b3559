import { boardRead, type BoardReads } from '#packages/http'
import { dataCentreApi } from '../contract.ts'

/** What the cards of this module read. */
export const boardReads: readonly BoardReads[] = [
  {
    key: 'key-figures',
    reads: [boardRead(dataCentreApi.keyFigures, { query: () => ({ set: 'day' }) as const, kept: 'shared' })],
  },
  {
    key: 'usage',
    reads: [boardRead(dataCentreApi.keyFigures, { query: () => ({ set: 'usage' }) as const, kept: 'shared' })],
  },
  { key: 'open-exceptions', reads: [boardRead(dataCentreApi.openExceptions, { kept: 'shared' })] },
  { key: 'matrix', reads: [boardRead(dataCentreApi.matrix, { query: () => ({}), kept: 'shared' })] },
  { key: 'class-attendance', reads: [boardRead(dataCentreApi.classAttendance, { kept: 'own' })] },
]
