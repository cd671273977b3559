import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { demoDevelopers } from './developer-demo-rows.ts'
import { applicationDevelopers } from './developer-management.ts'
import { mountDeveloperRoutes } from './developer-routes.ts'

export default defineServerModule({
  manifest,
  routes: mountDeveloperRoutes,
  demoRows: [demoDevelopers],
  applicationDevelopers: [applicationDevelopers],
})
