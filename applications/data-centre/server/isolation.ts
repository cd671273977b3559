import { defineIsolation } from '#packages/testing'
import { appStatApi } from '../contract-app-stat.ts'
import { appStatCases } from './app-stat-isolation.ts'
import { dataCentreApi } from '../contract.ts'

// The board answers every caller with the own cards; each read has its own access.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

export default defineIsolation(
  { ...dataCentreApi, ...appStatApi },
  {
    ...appStatCases,
    board: everybody,
    // Those of the caller's own organisation, as far as the caller may see them.
    keyFigures: everybody,
    matrix: everybody,
    classAttendance: everybody,
    openExceptions: { ...everybody, teacher: -6, otherClassHead: -6 },
    saveBoard: {
      ...everybody,
      request: () => ({ body: { owner: 'user', cards: [{ id: 'todos', isHidden: false, isLocked: false }] } }),
    },
    resetBoard: { ...everybody, request: () => ({ body: { owner: 'user' } }) },
  },
  async () => ({}),
)
