import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { coverApi } from '../contract.ts'
import { listPlaces } from './list-places.ts'
import { listSwaps } from './list-swaps.ts'
import { listMyLessons } from './my-lessons.ts'

/** What a teacher reads before she asks somebody. */
export function coverReadRoutes(app: FastifyInstance) {
  mount(app, coverApi.myLessons, (ctx, { query }) => listMyLessons(ctx, query))
  mount(app, coverApi.swaps, (ctx, { query }) => listSwaps(ctx, query))
  mount(app, coverApi.places, (ctx, { query }) => listPlaces(ctx, query))
}
