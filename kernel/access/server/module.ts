import { defineServerModule } from '#packages/http'
import {
  offerAccountGuard,
  offerMergeGuard,
  offerPlaceCopy,
  offerPlaceGuard,
  offerRoleGiving,
} from '#kernel/staff/server/api.ts'
import { offerAdministrators, offerGainGuard } from '#kernel/org/server/api.ts'
import { roleChanged, roleGiven, roleTaken } from '../contract.ts'
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

export default defineServerModule({
  manifest,
  routes: (app) => {
    mountAccessRoutes(app)
    mountRoleRoutes(app)
    mountExplainAccessRoutes(app)
  },
  jobs: [confirmDistrict],
  events: [roleGiven, roleTaken, roleChanged],
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
