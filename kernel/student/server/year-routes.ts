import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi } from '../contract.ts'
import { applyYearPlan, saveYearPlan, undoYearPlan } from './service/year/apply-year-change.ts'
import { getYearPlan } from './service/year/year-plan-view.ts'

export function mountYearRoutes(app: FastifyInstance) {
  mount(app, studentApi.yearPlan, (ctx, { query }) => getYearPlan(ctx, query))
  mount(app, studentApi.saveYearPlan, (ctx, { body }) => saveYearPlan(ctx, body))
  mount(app, studentApi.applyYearPlan, (ctx, { body }) => applyYearPlan(ctx, body))
  mount(app, studentApi.undoYearPlan, (ctx, { body }) => undoYearPlan(ctx, body.id))
}
