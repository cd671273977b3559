import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { sweepTokensJob } from './jobs.ts'
import { OpenCallers } from './open-callers.ts'
import { mountOpenRoutes } from './open-routes.ts'
import { openApiSetting } from './settings.ts'

export default defineServerModule({
  manifest,
  routes: mountOpenRoutes,
  jobs: [sweepTokensJob],
  settings: [openApiSetting],
  fromSettings: () => ({ openCallers: [new OpenCallers()] }),
})
