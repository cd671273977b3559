import { defineServerModule } from '#packages/http'
import { offerOwner } from '#kernel/files/server'
import { offerContents } from '#kernel/org/server'
import { offerApplications } from '#kernel/setting/server'
import { manifest } from '../manifest.ts'
import { learnApplications } from './application-list.ts'
import { expiringGrantJob } from './grant-jobs.ts'
import { appOpeningPartitionJob } from './app-opening-jobs.ts'
import { catalogueRoutes } from './routes.ts'
import { canReadLogo, logoOwner } from './service/applications/application-logo.ts'
import { applicationContents } from './service/applications/relocate-applications.ts'
import { listAppNames } from './service/centre/viewer-applications.ts'

export { listAllApplications, type AppRow } from './application-list.ts'
export {
  requestApplicationByName as seedApplicationRequest,
  seedApplication,
  seedOpenings,
  type SeedApplication,
} from './seed.ts'
export { saveApplication as registerApplication } from './service/applications/save-application.ts'
export { listVisibleApps } from './service/centre/viewer-applications.ts'
export { offerAppVolume } from './app-data-volume.ts'
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
