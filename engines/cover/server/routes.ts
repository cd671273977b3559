import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { coverApi } from '../contract.ts'
import { applyForCovers } from './apply.ts'
import { creditRoutes } from './credit-routes.ts'
import { getCover, listCovers } from './describe-request.ts'
import { coverReadRoutes } from './read-routes.ts'
import { claimCover, respondToCovers } from './respond.ts'
import { withdrawCover } from './withdraw.ts'

export function coverRoutes(app: FastifyInstance) {
  coverReadRoutes(app)
  creditRoutes(app)
  mount(app, coverApi.apply, (ctx, { body }) => applyForCovers(ctx, body))
  mount(app, coverApi.requests, (ctx, { query }) => listCovers(ctx, query))
  mount(app, coverApi.detail, (ctx, { query }) => getCover(ctx, query))
  mount(app, coverApi.respond, (ctx, { body }) => respondToCovers(ctx, body))
  mount(app, coverApi.claim, (ctx, { body }) => claimCover(ctx, body))
  mount(app, coverApi.withdraw, (ctx, { body }) => withdrawCover(ctx, body))
}
