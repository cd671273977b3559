export { keepWithOrganisation, type OrgContents, type OrgRelocation } from './org-contents.ts'
export type { HeldResponsibility, Responsibility, ResponsibilityItem, Successor } from './responsibilities.ts'
export { type UserCount } from './count-queries.ts'
export { insertPendingDistrict, openDistrict, publishDistrictList, registerDistrict } from './districts.ts'
export { findDistrict, updateDistrictState } from './district-directory-queries.ts'
export {
  actAsDemoMember,
  listDemoMemberships,
  type DemoMembership,
  type DemoRows,
  type DemoWorld,
} from './demo-world.ts'
export { insertTreePiece, planTree, seedBureauDetails, type SeededSchool } from './seed.ts'
export { deleteSeedSteps, findSeedStep, insertSeedStep, listDistrictsNamed } from './seed-step-queries.ts'
export { findAreaName } from './areas.ts'
export { fillEmptyOrganisationDetails } from './service/edit-organisation.ts'
export { findDistrictByAddress } from './service/organisation-hosts.ts'
export { findByJoinCode } from './service/join-codes.ts'
export {
  addToUserCounts,
  createOrganisation,
  lockTree,
  shareTree,
  storeCounts,
} from './service/create-organisations.ts'
export { nestNodes, listSwitchNodes, listUnitsForTree } from './service/organisations.ts'
export { isClassesByAcademic, setClassesByAcademic, skipsAdjustAudit } from './service/organisation-switches.ts'
export { findBureauName, findUnit, listUnitNames, findUnitById, searchUnits } from './service/organisations.ts'
export { findAreaOfOrganisation, hasOrganisationInArea, isOrgInScope } from './unit-queries.ts'
export { guardPermissionGain } from './permission-gain-guard.ts'
