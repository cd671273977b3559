import { defineServerModule } from '#packages/http'
import { offerOwner } from '#kernel/files/server'
import { offerContents } from '#kernel/org/server'
import { offerApplications } from '#kernel/setting/server'
import { manifest } from '../manifest.ts'
import { learnApplications } from './application-list.ts'
import { warnOfEndingGrants } from './grant-jobs.ts'
import { makeOpeningPartitions } from './use-jobs.ts'
import { catalogueRoutes } from './routes.ts'
import { canReadPicture, pictureOwner } from './service/applications/picture.ts'
import { keptApplications } from './service/applications/relocating.ts'
import { namesOnShelf } from './service/use/viewing.ts'

export { applicationsOf, type AppRow } from './application-list.ts'
export { askByName as askForApplication, seedApplication, seedOpenings, type SeedApplication } from './seed.ts'
export { applyFor as applyForApplication } from './service/applications/applying.ts'
export { visibleTo } from './service/use/viewing.ts'
export { offerAppVolume } from './use-volume.ts'
export default defineServerModule({
  manifest,
  routes: catalogueRoutes,
  jobs: [makeOpeningPartitions, warnOfEndingGrants],
  start: ({ manifests }) => {
    learnApplications(manifests)
    offerApplications(namesOnShelf)
    offerContents(keptApplications)
    offerOwner({ kind: pictureOwner, canRead: canReadPicture })
  },
})
