import { defineServerModule } from '#packages/http'
import {
  offerAccountGuard,
  offerMergeGuard,
  offerPlaceCopy,
  offerPlaceGuard,
  offerRoleGiving,
} from '#kernel/staff/server'
import { offerAdministrators, offerGainGuard } from '#kernel/org/server'
import { manifest } from '../manifest.ts'
import { copyRolesToMemberships, listFirstAdministrators, findLastAdministrators } from './appoint-administrators.ts'
import { learnHouse } from './permission-catalogue.ts'
import { confirmDistrict } from './jobs.ts'
import { mountExplainAccessRoutes } from './explain-access-routes.ts'
import { offerRecordKind } from './record-kinds.ts'
import { mountRoleRoutes } from './role-routes.ts'
import { mountAccessRoutes } from './routes.ts'
import { refuseMergedDuties, refuseAccountTakeover } from './service/separate-duties.ts'
import { listNewMemberRoles, assignNewMemberRoles } from './service/user-roles.ts'
import { organisationRecordKind, staffRecordKind } from './service/explain-access/own-record-kinds.ts'
import { refuseOwnGain } from './service/own-permission-guards.ts'
import { roleGrantExport } from './sheet/role-grant-export.ts'
import { roleGrantImport } from './sheet/role-grant-import.ts'

export {
  buildSystemMenu,
  needsTwoFactors,
  findModulePage,
  getPermissionTitle,
  withoutTwoFactorPermissions,
  type ModulePage,
} from './permission-catalogue.ts'
export { getRolePermissions } from './role-definitions.ts'
export { roleChanged, roleGiven, roleTaken } from './events.ts'
export { createDistrict, inviteDistrictAdministrator, createPlatformCtx } from './create-district.ts'
export { listModulePages, offerPageGate } from './page-gates.ts'
export { offerRecordKind, type RecordKind } from './record-kinds.ts'
export { listPermissionHolders, resolvePermissions } from './resolve-permissions.ts'
export { limitToVisitedOrg } from './resolve-permissions.ts'
export {
  describeRoles,
  listRoleIdsOfMembership,
  listCurrentTemplateHolders,
  listVisibleMembers,
  getVisibleRole,
} from './service/visible-roles.ts'
export { listPermissionReasons } from './service/effective-permissions.ts'
export { beginDutySeparation } from './service/duty-separation.ts'
export { listFellowAdministrators, getAffectedPeople, getRoleAssignment } from './service/role-notifications.ts'
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
export default defineServerModule({
  manifest,
  routes: (app) => {
    mountAccessRoutes(app)
    mountRoleRoutes(app)
    mountExplainAccessRoutes(app)
  },
  jobs: [confirmDistrict],
  imports: [roleGrantImport],
  exports: [roleGrantExport],
  start: ({ manifests }) => {
    learnHouse(manifests)
    for (const kind of [organisationRecordKind, staffRecordKind]) offerRecordKind(kind)
    offerPlaceGuard(findLastAdministrators)
    offerPlaceCopy(copyRolesToMemberships)
    offerMergeGuard(refuseMergedDuties)
    offerAccountGuard(refuseAccountTakeover)
    offerRoleGiving({ choices: listNewMemberRoles, give: assignNewMemberRoles })
    offerGainGuard(refuseOwnGain)
    offerAdministrators(listFirstAdministrators)
  },
})
