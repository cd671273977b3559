import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { expiringGrantJob } from './grant-jobs.ts'
import { appOpeningPartitionJob } from './app-opening-jobs.ts'
import { catalogueRoutes } from './routes.ts'
import { canReadLogo, logoOwner } from './service/applications/application-logo.ts'
import { applicationContents } from './service/applications/relocate-applications.ts'
import { listAppNames } from './service/centre/viewer-applications.ts'

export default defineServerModule({
  manifest,
  routes: catalogueRoutes,
  jobs: [appOpeningPartitionJob, expiringGrantJob],
  applicationNames: [listAppNames],
  orgContents: [applicationContents],
  fileOwners: [{ kind: logoOwner, canRead: canReadLogo }],
})
