import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { loadBuiltInApplications } from './application-list.ts'
import { expiringGrantJob } from './grant-jobs.ts'
import { appOpeningPartitionJob } from './app-opening-jobs.ts'
import { demoApplicationRows, demoApplicationRequests } from './demo-rows.ts'
import { catalogueRoutes } from './routes.ts'
import { canReadLogo, logoOwner } from './service/applications/application-logo.ts'
import { applicationContents } from './service/applications/relocate-applications.ts'
import { listAppNames } from './service/centre/viewer-applications.ts'

export default defineServerModule({
  manifest,
  routes: catalogueRoutes,
  demoRows: [demoApplicationRows, demoApplicationRequests],
  jobs: [appOpeningPartitionJob, expiringGrantJob],
  applicationNames: [listAppNames],
  orgContents: [applicationContents],
  fileOwners: [{ kind: logoOwner, canRead: canReadLogo }],
  start: ({ manifests }) => loadBuiltInApplications(manifests),
})
