import { defineServerModule } from '#packages/http'
import { offerConstantUse } from '#kernel/dictionary/server'
import { offerMainPlace } from '#kernel/identity/server'
import { offerContents } from '#kernel/org/server'
import { manifest } from '../manifest.ts'
import { constantUses } from './constants.ts'
import { recountOrganisations } from './jobs.ts'
import { staffRoutes } from './routes.ts'
import { finishMerge } from './service/merge-people.ts'
import { getMainEmployerName } from './service/get-staff.ts'
import { staffContents } from './service/relocate-staff.ts'
import { staffExport } from './sheet/export-staff.ts'
import { staffImport } from './sheet/import-target.ts'

export {
  offerAccountGuard,
  offerMergeGuard,
  offerPlaceCopy,
  offerPlaceGuard,
  offerRoleGiving,
  type RoleChoice,
} from './membership-guards.ts'
export { offerInvitationWay, type InvitationSender, type InvitationMessage } from './invitation-channels.ts'
export { recountMembers } from './jobs.ts'
export { seedPosts, seedMembershipRequest, seedStaff, type SeedStaff } from './seed.ts'
export { getChangeForNotification } from './service/changes/staff-change-notifications.ts'
export { isStaffInScope, requireInCharge } from './service/staff-scope.ts'
export { addMembership, findMembership, listMembershipsOfPerson, type Membership } from './service.ts'
export default defineServerModule({
  manifest,
  routes: staffRoutes,
  jobs: [recountOrganisations, finishMerge],
  imports: [staffImport],
  exports: [staffExport],
  start: () => {
    offerContents(staffContents)
    offerMainPlace(getMainEmployerName)
    for (const [type, count] of Object.entries(constantUses)) offerConstantUse(type, count)
  },
})
