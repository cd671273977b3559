import type { IsolationCase } from '#packages/testing'
import type { boardRoutes } from '../contract-board.ts'

/** The routes take no parameters: each caller gets the own school. */
const own = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }

export const boardCases: { readonly [Name in keyof typeof boardRoutes]: IsolationCase<object> } = {
  schoolFigures: own,
  schoolSize: own,
  recentChanges: own,
}
