import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { supportApi as api } from '../contract.ts'
import { answerTicket, createTicket, listTickets, getTicket, withdrawTicket } from './tickets.ts'

export function supportRoutes(app: FastifyInstance) {
  mount(app, api.list, (ctx, { query }) => listTickets(ctx, query))
  mount(app, api.detail, (ctx, { query }) => getTicket(ctx, query.id))
  mount(app, api.ask, (ctx, { body }) => createTicket(ctx, body))
  mount(app, api.answer, (ctx, { body }) => answerTicket(ctx, body))
  mount(app, api.withdraw, (ctx, { body }) => withdrawTicket(ctx, body.id))
}
