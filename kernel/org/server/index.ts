import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { confirmHostJob } from './jobs.ts'
import { orgRoutes } from './routes.ts'
import { organisationExport } from './sheet/organisation-export.ts'
import { organisationImport } from './sheet/organisation-import.ts'

export { offerAdministrators } from './first-administrators.ts'
export { offerContents, type OrgContents, type OrgRelocation } from './org-contents.ts'
export { type UserCount } from './count-queries.ts'
export { openDistrict, publishDistrictList, registerDistrict } from './districts.ts'
export { seedTree, type SeededSchool } from './seed.ts'
export { findAreaName } from './areas.ts'
export { fillEmptyOrganisationDetails } from './service/edit-organisation.ts'
export { findDistrictByAddress } from './service/organisation-hosts.ts'
export { findByJoinCode } from './service/join-codes.ts'
export { addToUserCounts, createOrganisation, lockTree, storeCounts } from './service/create-organisations.ts'
export { nestNodes, listSwitchNodes, listUnitsForTree } from './service/organisations.ts'
export { isClassesByAcademic, setClassesByAcademic } from './service/organisation-switches.ts'
export { findUnit, listUnitNames, findUnitById, searchUnits } from './service/organisations.ts'
export { guardPermissionGain, offerGainGuard } from './permission-gain-guard.ts'
export default defineServerModule({
  manifest,
  routes: orgRoutes,
  jobs: [confirmHostJob],
  imports: [organisationImport],
  exports: [organisationExport],
})
