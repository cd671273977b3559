import type { BodyOf } from '#packages/contract'
import { call, runUnattended } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { coverKey } from '#engines/cover/web/desk-api.ts'
import { coverOfficeApi, type DayBoard } from '../contract.ts'

interface Search {
  lessonId: string
  from: string
  to: string
}

/** Read again every few seconds, which must not keep a session alive. */
export const dayBoardQuery = (orgId: string, date: string): QueryDefinition<DayBoard> => ({
  queryKey: [...coverKey, coverOfficeApi.today.path, orgId, date],
  queryFn: ({ signal }) => runUnattended(() => call(coverOfficeApi.today, { query: { orgId, date }, signal })),
})
export const officeCandidatesQuery = (lessonIds: readonly string[]) =>
  queryOf(coverKey, coverOfficeApi.officeCandidates, { query: { lessonIds: [...lessonIds] } })
export const impactQuery = (userId: string, day: string) =>
  queryOf(coverKey, coverOfficeApi.impact, { query: { userId, from: day, to: day } })
export const officeSwapsQuery = (query: Search) => queryOf(coverKey, coverOfficeApi.officeSwaps, { query })
export const officePlacesQuery = (query: Search) => queryOf(coverKey, coverOfficeApi.officePlaces, { query })
export const recommendForOffice = (lessonIds: readonly string[]) =>
  call(coverOfficeApi.officeRecommend, { query: { lessonIds: [...lessonIds] } })

export const assignCovers = (body: BodyOf<typeof coverOfficeApi.assign>) => call(coverOfficeApi.assign, { body })
export const askForCovers = (body: BodyOf<typeof coverOfficeApi.ask>) => call(coverOfficeApi.ask, { body })
export const cancelCovers = (ids: readonly string[], reason: string) =>
  call(coverOfficeApi.cancel, { body: { ids: [...ids], reason } })
export const keepCovers = (ids: readonly string[]) => call(coverOfficeApi.keep, { body: { ids: [...ids] } })
