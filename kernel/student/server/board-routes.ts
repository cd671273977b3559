import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi } from '../contract.ts'
import { readSchoolFigures, readSchoolSize } from './service/board/school.ts'
import { listRecentChanges } from './service/students/listing-changes.ts'

export function boardRoutes(app: FastifyInstance) {
  mount(app, studentApi.schoolFigures, (ctx) => readSchoolFigures(ctx))
  mount(app, studentApi.schoolSize, (ctx) => readSchoolSize(ctx))
  mount(app, studentApi.recentChanges, (ctx) => listRecentChanges(ctx))
}
