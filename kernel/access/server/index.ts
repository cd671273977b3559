import { defineServerModule } from '#packages/http'
import { offerPlaceCopy, offerPlaceGuard } from '#kernel/staff/server'
import { manifest } from '../manifest.ts'
import { carryRoles, lastAdministratorsAmong } from './administration.ts'
import { learnHouse } from './catalogue.ts'
import { confirmDistrict } from './jobs.ts'
import { accessRoutes } from './routes.ts'

export { menuFor } from './catalogue.ts'
export { foundDistrict, inviteAdministrator, platformCtx } from './found-district.ts'
export { holdersOver, standingOf } from './standing.ts'
export { cutToVisit } from './visit.ts'
export { administratorsOf, familyPermissions, grantTemplates, grantToAll, permissionsOf } from './service.ts'
export default defineServerModule({
  manifest,
  routes: accessRoutes,
  jobs: [confirmDistrict],
  start: ({ manifests }) => {
    learnHouse(manifests)
    offerPlaceGuard(lastAdministratorsAmong)
    offerPlaceCopy(carryRoles)
  },
})
