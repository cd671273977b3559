import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { learnHouse } from './catalogue.ts'
import { confirmDistrict } from './jobs.ts'
import { accessRoutes } from './routes.ts'

export { menuFor } from './catalogue.ts'
export { foundDistrict, inviteAdministrator, platformCtx } from './found-district.ts'
export { cutToVisit } from './visit.ts'
export { administratorsOf, familyPermissions, grantTemplates, permissionsOf } from './service.ts'
export default defineServerModule({
  manifest,
  routes: accessRoutes,
  jobs: [confirmDistrict],
  start: ({ manifests }) => learnHouse(manifests),
})
