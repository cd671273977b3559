import type { QueryClient } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { staffApi } from '#kernel/staff/contract.ts'
import { studentApi, type LedClassFigures, type OwnClass } from '../contract.ts'
import { studentKey } from './student-tree.ts'

/** A class that the user leads as class teacher or deputy. */
export type LedClass = OwnClass & { figures: LedClassFigures }
const isLed = (one: OwnClass): one is LedClass => one.figures !== null

export const ledClassesQuery: QueryDefinition<LedClass[]> = {
  queryKey: [...studentKey, 'my-classes'],
  queryFn: async ({ signal }) => (await call(studentApi.myClasses, { signal })).classes.filter(isLed),
}
export const schoolFiguresQuery = queryOf(studentKey, studentApi.schoolFigures)
/** Open bind requests, for the board and the badge of 绑定申请. */
export const bindRequestCountQuery: QueryDefinition<number> = {
  queryKey: [...studentKey, 'bind-request-count'],
  queryFn: async ({ signal }) => (await call(studentApi.bindRequestCount, { signal })).count,
}
export const recentChangesQuery = queryOf(studentKey, studentApi.recentChanges)

export type AccountCounts = DataOf<typeof staffApi.accountCounts>
export const accountCountsQuery = queryOf(['staff'], staffApi.accountCounts)
export type TeachingGaps = DataOf<typeof schoolingApi.teachingGaps>
export const teachingGapsQuery = queryOf(['schooling'], schoolingApi.teachingGaps)

export const getMyClassCardShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(ledClassesQuery)).length > 0 ? 'card' : 'none'
/** Shown for a school or for own classes; not for teachers without classes. */
export const getFiguresCardShape = async (client: QueryClient): Promise<CardShape> => {
  const figures = await client.fetchQuery(schoolFiguresQuery)
  return figures && (figures.isWhole || figures.classes.length > 0) ? 'card' : 'none'
}
/** Shown only if there are pupils. */
export const getFilesCardShape = async (client: QueryClient): Promise<CardShape> =>
  ((await client.fetchQuery(schoolFiguresQuery))?.total ?? 0) > 0 ? 'card' : 'none'
/** Shown only if the whole school is in scope. */
export const getWholeSchoolCardShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(schoolFiguresQuery))?.isWhole ? 'card' : 'none'
/** Shown only if there are several classes to compare. */
export const getSizesCardShape = async (client: QueryClient): Promise<CardShape> => {
  const figures = await client.fetchQuery(schoolFiguresQuery)
  return figures && figures.classes.length > 1 && figures.total > 0 ? 'card' : 'none'
}
export const getChangesCardShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(recentChangesQuery)).length > 0 ? 'card' : 'none'
