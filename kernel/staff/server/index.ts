import { defineServerModule } from '#packages/http'
import { offerConstantUse } from '#kernel/dictionary/server'
import { offerMainPlace } from '#kernel/identity/server'
import { offerContents } from '#kernel/org/server'
import { manifest } from '../manifest.ts'
import { constantUses } from './constants.ts'
import { recountOrganisations } from './jobs.ts'
import { staffRoutes } from './routes.ts'
import { finishMerge } from './service/merging.ts'
import { mainPlaceNameOf } from './service/reading.ts'
import { people } from './service/relocating.ts'
import { staffList } from './sheet/source.ts'
import { staffTarget } from './sheet/target.ts'

export {
  offerAccountGuard,
  offerMergeGuard,
  offerPlaceCopy,
  offerPlaceGuard,
  offerRoleGiving,
  type RoleChoice,
} from './guards.ts'
export { offerInvitationWay, type InvitationWay, type Letter } from './invitation-ways.ts'
export { recount } from './jobs.ts'
export { seedPosts, seedRequest, seedStaff, type SeedStaff } from './seed.ts'
export { readChangeForNotice } from './service/changes/telling.ts'
export { isStaffInScope, requireInCharge } from './service/reach.ts'
export { addMembership, findPlace, placesOfPerson, type Place } from './service.ts'
export default defineServerModule({
  manifest,
  routes: staffRoutes,
  jobs: [recountOrganisations, finishMerge],
  imports: [staffTarget],
  exports: [staffList],
  start: () => {
    offerContents(people)
    offerMainPlace(mainPlaceNameOf)
    for (const [type, count] of Object.entries(constantUses)) offerConstantUse(type, count)
  },
})
