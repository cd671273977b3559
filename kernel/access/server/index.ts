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
import { carryRoles, firstAdministrators, lastAdministratorsAmong } from './administration.ts'
import { learnHouse } from './catalogue.ts'
import { confirmDistrict } from './jobs.ts'
import { mirrorRoutes } from './mirror-routes.ts'
import { offerRecordKind } from './records.ts'
import { roleRoutes } from './role-routes.ts'
import { accessRoutes } from './routes.ts'
import { refuseJoinedDuties, refuseTakingOver } from './service/duties.ts'
import { choicesAt, giveToNewcomer } from './service/newcomers.ts'
import { organisations, staff } from './service/mirror/kinds.ts'
import { refuseOwnGain } from './service/own-gain.ts'
import { grantList } from './sheet/source.ts'
import { memberTarget } from './sheet/target.ts'

export { menuFor, needTwoFactors, pageAt, titleOf, withOneFactor, type HousePage } from './catalogue.ts'
export { definitionOf } from './definition.ts'
export { roleChanged, roleGiven, roleTaken } from './events.ts'
export { foundDistrict, inviteAdministrator, platformCtx } from './found-district.ts'
export { housePages, offerPageGate } from './page-gates.ts'
export { offerRecordKind, type RecordKind } from './records.ts'
export { holdersOver, standingOf } from './standing.ts'
export { cutToVisit } from './visit.ts'
export { describeRoles, rolesOfPlace, templateHolders, visibleMembers, visibleRole } from './service/holding.ts'
export { reasonsOf } from './service/reasons.ts'
export { separateDistrict } from './service/separation.ts'
export { colleaguesInCharge, readAffected, readGiven } from './service/telling.ts'
export { setRolesOfUser, setTemplateHolders } from './service/assigning.ts'
export { rolesToGive, type RoleToGive } from './service/choices.ts'
export {
  administratorsByOrg,
  administratorsOf,
  familyPermissions,
  grantTemplates,
  grantToAll,
  permissionsOf,
} from './service.ts'
export default defineServerModule({
  manifest,
  routes: (app) => {
    accessRoutes(app)
    roleRoutes(app)
    mirrorRoutes(app)
  },
  jobs: [confirmDistrict],
  imports: [memberTarget],
  exports: [grantList],
  start: ({ manifests }) => {
    learnHouse(manifests)
    for (const kind of [organisations, staff]) offerRecordKind(kind)
    offerPlaceGuard(lastAdministratorsAmong)
    offerPlaceCopy(carryRoles)
    offerMergeGuard(refuseJoinedDuties)
    offerAccountGuard(refuseTakingOver)
    offerRoleGiving({ choices: choicesAt, give: giveToNewcomer })
    offerGainGuard(refuseOwnGain)
    offerAdministrators(firstAdministrators)
  },
})
