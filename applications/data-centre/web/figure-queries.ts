import type { QueryClient } from '@tanstack/react-query'
import type { CardShape } from '#packages/web/core/module.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { dataCentreApi, type keyFigureSets } from '../contract.ts'

const key = ['dataCentre'] as const

export const keyFiguresQuery = (set: keyof typeof keyFigureSets) =>
  queryOf(key, dataCentreApi.keyFigures, { query: { set } })
export const matrixQuery = queryOf(key, dataCentreApi.matrix, { query: {} })
export const openExceptionsQuery = queryOf(key, dataCentreApi.openExceptions)
export const classAttendanceQuery = queryOf(key, dataCentreApi.classAttendance)

export const getKeyFiguresShape = async (client: QueryClient, set: keyof typeof keyFigureSets): Promise<CardShape> =>
  (await client.fetchQuery(keyFiguresQuery(set))).figures.length > 0 ? 'card' : 'none'
export const getMatrixShape = async (client: QueryClient): Promise<CardShape> => {
  const { rows, columns } = await client.fetchQuery(matrixQuery)
  return rows.length > 0 && columns.length > 0 ? 'card' : 'none'
}
export const getClassAttendanceShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(classAttendanceQuery)).length > 0 ? 'card' : 'none'
export const getOpenExceptionsShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(openExceptionsQuery)).items.length > 0 ? 'card' : 'line'
