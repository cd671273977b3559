import { defineServerModule } from '#packages/http'
import { leaveApproved, leaveEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { requestRoutes } from './request-routes.ts'

export default defineServerModule({
  manifest,
  routes: (app) => {
    requestRoutes(app)
  },
  events: [leaveApproved, leaveEnded],
})
