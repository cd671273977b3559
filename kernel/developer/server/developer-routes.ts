import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { sendRegistrationCode } from '#kernel/session/server/api.ts'
import { developerApi } from '../contract-developers.ts'
import { registerDeveloper } from './developer-companies.ts'
import {
  getDistrictCompany,
  listDistrictCompanies,
  resumeCooperation,
  stopCooperation,
} from './developer-management.ts'
import { mountUseApplyRoutes } from './use-apply-routes.ts'

export function mountDeveloperRoutes(app: FastifyInstance) {
  mount(app, developerApi.sendCode, (ctx, { body }) => sendRegistrationCode(ctx, body.phone))
  mount(app, developerApi.register, (ctx, { body }) => registerDeveloper(ctx, body))
  mountUseApplyRoutes(app)
  mount(app, developerApi.managePage, (ctx, { query }) => listDistrictCompanies(ctx, query))
  mount(app, developerApi.manageDetail, (ctx, { query }) => getDistrictCompany(ctx, query.id))
  mount(app, developerApi.stopCooperation, (ctx, { body }) => stopCooperation(ctx, body))
  mount(app, developerApi.resumeCooperation, (ctx, { body }) => resumeCooperation(ctx, body))
}
