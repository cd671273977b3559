import type { FastifyInstance } from 'fastify'
import { mountOutside } from '#packages/http'
import { platformApi as api } from '../contract.ts'
import {
  inviteAdministrator,
  listAdministrators,
  resetFactors,
  resetPassword,
  setAdministratorState,
} from './service/administrators.ts'
import {
  createNewDistrict,
  inviteToDistrict,
  listCells,
  listDistricts,
  saveSmsLimit,
  setDistrictState,
} from './service/districts.ts'
import { listApplications, listConstantTypes, listOperations } from './service/overview.ts'

export function mountPlatformRoutes(app: FastifyInstance) {
  mountOutside(app, api.districts, (ctx, { query }) => listDistricts(ctx, query))
  mountOutside(app, api.cells, (ctx) => listCells(ctx))
  mountOutside(app, api.createDistrict, (ctx, { body }) => createNewDistrict(ctx, body))
  mountOutside(app, api.inviteDistrictAdministrator, (ctx, { body }) => inviteToDistrict(ctx, body))
  mountOutside(app, api.setDistrictState, (ctx, { body }) => setDistrictState(ctx, body))
  mountOutside(app, api.saveSmsLimit, (ctx, { body }) => saveSmsLimit(ctx, body))
  mountOutside(app, api.administrators, (ctx) => listAdministrators(ctx))
  mountOutside(app, api.inviteAdministrator, (ctx) => inviteAdministrator(ctx))
  mountOutside(app, api.setAdministratorState, (ctx, { body }) => setAdministratorState(ctx, body))
  mountOutside(app, api.resetAdministratorFactors, (ctx, { body }) => resetFactors(ctx, body.id))
  mountOutside(app, api.resetAdministratorPassword, (ctx, { body }) => resetPassword(ctx, body.id))
  mountOutside(app, api.log, (ctx, { query }) => listOperations(ctx, query))
  mountOutside(app, api.catalogue, async (ctx) => listApplications(ctx))
  mountOutside(app, api.constants, async (ctx) => listConstantTypes(ctx))
}
