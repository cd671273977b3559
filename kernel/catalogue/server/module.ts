import { defineServerModule } from '#packages/http'
import { offerOwner } from '#kernel/files/server/api.ts'
import { offerContents } from '#kernel/org/server/api.ts'
import { offerApplications } from '#kernel/setting/server/api.ts'
import { manifest } from '../manifest.ts'
import { learnApplications } from './application-list.ts'
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
  start: ({ manifests }) => {
    learnApplications(manifests)
    offerApplications(listAppNames)
    offerContents(applicationContents)
    offerOwner({ kind: logoOwner, canRead: canReadLogo })
  },
})
