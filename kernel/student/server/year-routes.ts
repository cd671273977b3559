import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi } from '../contract.ts'
import { applyYearPlan, saveYearPlan, undoYearPlan } from './service/year/carrying-out.ts'
import { readYearPlan } from './service/year/viewing.ts'

export function yearRoutes(app: FastifyInstance) {
  mount(app, studentApi.yearPlan, (ctx, { query }) => readYearPlan(ctx, query))
  mount(app, studentApi.saveYearPlan, (ctx, { body }) => saveYearPlan(ctx, body))
  mount(app, studentApi.applyYearPlan, (ctx, { body }) => applyYearPlan(ctx, body))
  mount(app, studentApi.undoYearPlan, (ctx, { body }) => undoYearPlan(ctx, body.id))
}
