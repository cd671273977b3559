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
