import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { supportApi as api } from '../contract.ts'
import { answerQuestion, askQuestion, listTickets, readTicket, withdrawQuestion } from './service.ts'

export function supportRoutes(app: FastifyInstance) {
  mount(app, api.list, (ctx, { query }) => listTickets(ctx, query))
  mount(app, api.detail, (ctx, { query }) => readTicket(ctx, query.id))
  mount(app, api.ask, (ctx, { body }) => askQuestion(ctx, body))
  mount(app, api.answer, (ctx, { body }) => answerQuestion(ctx, body))
  mount(app, api.withdraw, (ctx, { body }) => withdrawQuestion(ctx, body.id))
}
