import type { BodyOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { coverApi } from '../contract.ts'
import { manifest } from '../manifest.ts'

/** Everything about covers: an act changes lessons, candidates and requests. */
export const coverKey = [manifest.key] as const

interface Search {
  lessonId: string
  from: string
  to: string
}

export const myLessonsQuery = (from: string, to: string) =>
  queryOf(coverKey, coverApi.myLessons, { query: { from, to } })
export const candidatesQuery = (lessonIds: readonly string[]) =>
  queryOf(coverKey, coverApi.candidates, { query: { lessonIds: [...lessonIds] } })
export const swapsQuery = (query: Search) => queryOf(coverKey, coverApi.swaps, { query })
export const placesQuery = (query: Search) => queryOf(coverKey, coverApi.places, { query })
export const recommendCovers = (lessonIds: readonly string[]) =>
  call(coverApi.recommend, { query: { lessonIds: [...lessonIds] } })

export const requestsQuery = (box: 'own' | 'asked' | 'given') =>
  queryOf(coverKey, coverApi.requests, { query: { box } })
export const creditsQuery = (month: string) => queryOf(coverKey, coverApi.myCredits, { query: { month } })

export const applyForCover = (body: BodyOf<typeof coverApi.apply>) => call(coverApi.apply, { body })
export const answerCovers = (ids: readonly string[], agree: boolean, note = '') =>
  call(coverApi.respond, { body: { ids: [...ids], agree, note } })
export const claimCover = (id: string) => call(coverApi.claim, { body: { id } })
export const withdrawCover = (id: string) => call(coverApi.withdraw, { body: { id } })
