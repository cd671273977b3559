import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { confirmAccount, sweepCounters, sweepOutsideSessions } from './jobs.ts'
import { identityRoutes } from './routes.ts'

export default defineServerModule({
  manifest,
  routes: identityRoutes,
  jobs: [confirmAccount, sweepCounters, sweepOutsideSessions],
})
