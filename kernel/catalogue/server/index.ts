import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { catalogueRoutes } from './routes.ts'
import { learnApplications } from './service.ts'

export default defineServerModule({
  manifest,
  routes: catalogueRoutes,
  start: ({ manifests }) => learnApplications(manifests),
})
