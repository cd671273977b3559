import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { settleHost } from './jobs.ts'
import { orgRoutes } from './routes.ts'
import { organisationList } from './sheet/source.ts'
import { organisations } from './sheet/target.ts'

export { offerAdministrators } from './administrators.ts'
export { offerContents, type Contents, type Relocation } from './contents.ts'
export { type UserCount } from './count-queries.ts'
export { openDistrict, publishDistrictList, registerDistrict } from './districts.ts'
export { seedTree, type SeededSchool } from './seed.ts'
export { areaName } from './areas.ts'
export { fillEmptyFacts } from './service/editing.ts'
export { districtOfAddress } from './service/hosting.ts'
export { findByJoinCode } from './service/joining.ts'
export { changeUserCounts, createOrganisation, holdTree, storeCounts } from './service/making.ts'
export { nest, readSwitchNodes, unitsForTree } from './service/reading.ts'
export { isClassesByAcademic, setClassesByAcademic } from './service/switching.ts'
export { findUnit, namesUpwards, readUnit, searchUnits } from './service/units.ts'
export { guardGain, offerGainGuard } from './gain-guard.ts'
export default defineServerModule({
  manifest,
  routes: orgRoutes,
  jobs: [settleHost],
  imports: [organisations],
  exports: [organisationList],
})
