import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi } from '../contract.ts'
import { getSchoolFigures, getSchoolSize } from './service/board/school-figures.ts'
import { listRecentChanges } from './service/students/student-changes.ts'

export function mountBoardRoutes(app: FastifyInstance) {
  mount(app, studentApi.schoolFigures, (ctx) => getSchoolFigures(ctx))
  mount(app, studentApi.schoolSize, (ctx) => getSchoolSize(ctx))
  mount(app, studentApi.recentChanges, (ctx) => listRecentChanges(ctx))
}
