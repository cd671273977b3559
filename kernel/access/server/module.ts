import { defineServerModule } from '#packages/http'
import { roleChanged, roleGiven, roleTaken } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { approversByPermission, approversByRole, listFlowAdministrators } from './approvers.ts'
import { copyRolesToMemberships, listFirstAdministrators, findLastAdministrators } from './appoint-administrators.ts'
import {
  onRoleChanged,
  onRoleGiven,
  onRoleTaken,
  roleGivenTemplate,
  roleTakenTemplate,
  roleChangedTemplate,
  administratorAddedTemplate,
} from './role-notifications.ts'
import { logCheckFailedTemplate, onLogCheckFailed } from './log-notifications.ts'
import { searchArchiveTask, startArchiveSearchTask } from './archive-search-task.ts'
import { getLogRetention, logRetentionSetting } from './log-retention.ts'
import { listAdministratorIds } from './role-templates.ts'
import { checkPermissions } from './permission-catalogue.ts'
import { confirmDistrict } from './jobs.ts'
import { loggedRoles } from './logged-objects.ts'
import { mountExplainAccessRoutes } from './explain-access-routes.ts'
import { mountRoleRoutes } from './role-routes.ts'
import { mountAccessRoutes } from './routes.ts'
import { refuseMergedDuties, refuseAccountTakeover } from './service/separate-duties.ts'
import { listNewMemberRoles, assignNewMemberRoles } from './service/user-roles.ts'
import { organisationRecordKind, staffRecordKind } from './service/explain-access/own-record-kinds.ts'
import { refuseOwnAppointment, refuseOwnGain } from './service/own-permission-guards.ts'
import { roleGrantExport } from './sheet/role-grant-export.ts'
import { roleGrantImport } from './sheet/role-grant-import.ts'
import { administratorResponsibility } from './responsibilities.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: (app) => {
    mountAccessRoutes(app)
    mountRoleRoutes(app)
    mountExplainAccessRoutes(app)
  },
  jobs: [confirmDistrict, searchArchiveTask.job],
  events: [roleGiven, roleTaken, roleChanged],
  subscriptions: [onRoleGiven, onRoleTaken, onRoleChanged, onLogCheckFailed],
  administratorLists: [listAdministratorIds],
  approverKinds: [approversByRole, approversByPermission],
  flowAdministrators: [listFlowAdministrators],
  appChecks: [checkPermissions],
  imports: [roleGrantImport],
  loggedObjects: [...loggedRoles],
  settings: [logRetentionSetting],
  logRetention: [getLogRetention],
  archiveSearchStarter: [startArchiveSearchTask],
  exports: [roleGrantExport],
  recordKinds: [organisationRecordKind, staffRecordKind],
  membershipGuards: [(ctx, ids) => findLastAdministrators(ctx, ids)],
  responsibilities: [administratorResponsibility],
  membershipCopies: [copyRolesToMemberships],
  mergeGuards: [refuseMergedDuties],
  accountGuards: [refuseAccountTakeover],
  roleAssigners: [{ choices: listNewMemberRoles, give: assignNewMemberRoles }],
  permissionGainGuards: [refuseOwnGain, refuseOwnAppointment],
  firstAdministrators: [listFirstAdministrators],
  messageTemplates: [
    roleGivenTemplate,
    roleTakenTemplate,
    roleChangedTemplate,
    administratorAddedTemplate,
    logCheckFailedTemplate,
  ],
})
