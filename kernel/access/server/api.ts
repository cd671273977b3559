export {
  buildSystemMenu,
  needsTwoFactors,
  findModulePage,
  getPermissionTitle,
  withoutTwoFactorPermissions,
  type ModulePage,
} from './permission-catalogue.ts'
export { getRolePermissions } from './role-definitions.ts'
export { createDistrict, inviteDistrictAdministrator, createPlatformCtx } from './create-district.ts'
export { listModulePages } from './page-gates.ts'
export { type RecordKind } from './record-kinds.ts'
export { listPermissionHolders, resolvePermissions } from './resolve-permissions.ts'
export { limitToVisitedOrg } from './resolve-permissions.ts'
export {
  describeRoles,
  listRoleIdsOfMembership,
  listCurrentTemplateHolders,
  listVisibleMembers,
  getVisibleRole,
} from './service/visible-roles.ts'
export { refuseAppointmentBeyondOwn } from './service/grantable-permissions.ts'
export { listPermissionReasons } from './service/effective-permissions.ts'
export { beginDutySeparation } from './service/duty-separation.ts'
export {
  getMemberRole,
  listGrantableTo,
  listOrgPermissionHolders,
  saveMemberRole,
  searchMembersOfOwnOrg,
  type MemberFunction,
} from './service/member-role.ts'
export { setRolesOfUser, setTemplateHolders } from './service/role-members.ts'
export { listAssignableRoles, type AssignableRole } from './service/user-roles.ts'
export {
  listAdministratorsByOrg,
  listAdministratorIds,
  getFamilyPermissions,
  assignTemplates,
  assignTemplatesToAll,
  getMembershipPermissions,
} from './role-templates.ts'
