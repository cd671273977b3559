import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { coverApi } from '../contract.ts'
import { findCandidates, proposeCovers } from './find-candidates.ts'
import { listPlaces } from './list-places.ts'
import { listSwaps } from './list-swaps.ts'
import { listMyLessons } from './my-lessons.ts'
import { askForOwn, requireOwnLesson } from './own-lesson.ts'

/** What a teacher reads before she asks somebody. */
export function coverReadRoutes(app: FastifyInstance) {
  mount(app, coverApi.myLessons, (ctx, { query }) => listMyLessons(ctx, query))
  mount(app, coverApi.candidates, async (ctx, { query }) => findCandidates(ctx, await askForOwn(ctx, query.lessonIds)))
  mount(app, coverApi.recommend, async (ctx, { query }) => proposeCovers(ctx, await askForOwn(ctx, query.lessonIds)))
  mount(app, coverApi.swaps, async (ctx, { query }) =>
    listSwaps(ctx, await requireOwnLesson(ctx, query.lessonId), query),
  )
  mount(app, coverApi.places, async (ctx, { query }) =>
    listPlaces(ctx, await requireOwnLesson(ctx, query.lessonId), query),
  )
}
