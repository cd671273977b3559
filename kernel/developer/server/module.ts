import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { demoDevelopers } from './developer-demo-rows.ts'
import { applicationDevelopers } from './developer-management.ts'
import { mountDeveloperRoutes } from './developer-routes.ts'
import { sweepTokensJob } from './jobs.ts'
import { OpenCallers } from './open-callers.ts'
import { mountOpenRoutes } from './open-routes.ts'
import { openApiSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: (app) => {
    mountOpenRoutes(app)
    mountDeveloperRoutes(app)
  },
  jobs: [sweepTokensJob],
  settings: [openApiSetting],
  fromSettings: () => ({ openCallers: [new OpenCallers()] }),
  demoRows: [demoDevelopers],
  applicationDevelopers: [applicationDevelopers],
})
