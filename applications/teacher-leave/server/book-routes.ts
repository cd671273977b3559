import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { leaveBookApi } from '../contract.ts'
import { getBalancePage, getLedger, grantBalance } from './balances.ts'
import { closeMonth, openMonth } from './months.ts'
import { countAwayToday } from './statistics.ts'
import { getSummary, listSummaryDays } from './summary.ts'

/** The books: balances and the attendance of months. */
export function bookRoutes(app: FastifyInstance) {
  mount(app, leaveBookApi.balancePage, (ctx, { query }) => getBalancePage(ctx, query))
  mount(app, leaveBookApi.ledger, (ctx, { query }) => getLedger(ctx, query))
  mount(app, leaveBookApi.grant, (ctx, { body }) => grantBalance(ctx, body))
  mount(app, leaveBookApi.monthSummary, (ctx, { query }) => getSummary(ctx, query))
  mount(app, leaveBookApi.summaryDays, (ctx, { query }) => listSummaryDays(ctx, query))
  mount(app, leaveBookApi.awayToday, countAwayToday)
  mount(app, leaveBookApi.closeMonth, (ctx, { body }) => closeMonth(ctx, body))
  mount(app, leaveBookApi.openMonth, (ctx, { body }) => openMonth(ctx, body))
}
