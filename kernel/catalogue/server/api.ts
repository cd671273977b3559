export { listAppDataCounts } from './app-data-volume.ts'
export { listAllApplications, type AppRow } from './application-list.ts'
export { isServing } from './application-list.ts'
export { findDistrictOfApplication, publishApplicationKey, publishApplicationKeys } from './application-keys.ts'
export { findOpenApplication, touchSecret } from './app-secret-queries.ts'
export {
  changeSecret,
  listSecretStates,
  openSigningKeys,
  revokeSecret,
} from './service/applications/application-secret.ts'
export { listApplicationOwners } from './service/applications/secret-notifications.ts'
export { listOrgNames } from './application-queries.ts'
export { seedApplication } from './seed.ts'
export { listVisibleApps } from './service/centre/viewer-applications.ts'
export { decideApplication } from './service/applications/approve-application.ts'
export { saveApplication } from './service/applications/save-application.ts'
export { getApplicationHistory } from './service/applications/list-applications.ts'
export { getShownStatus } from './service/applications/present-application.ts'
export { applicationSubject, type ApplicationDevelopers } from './service/applications/application-approval.ts'
export {
  barApplicationsOf,
  listApplicationsOfDeveloper,
  resumeApplicationsOf,
  stopApplicationsOf,
} from './service/applications/developer-applications.ts'
export { getTeachingAreaRights, listAreaPermissions } from './teaching-area-rights.ts'
export { listAppReach, type AppReach } from './app-reach.ts'
export {
  countUseDays,
  countUsersBetween,
  countUsersSince,
  listUseDays,
  sumOpens,
  sumOpensByStep,
  type UseFilter,
  type UseStep,
} from './app-stat-queries.ts'
