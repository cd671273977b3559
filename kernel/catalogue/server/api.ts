export { listAllApplications, type AppRow } from './application-list.ts'
export {
  requestApplicationByName as seedApplicationRequest,
  seedApplication,
  seedOpenings,
  type SeedApplication,
} from './seed.ts'
export { saveApplication as registerApplication } from './service/applications/save-application.ts'
export { listVisibleApps } from './service/centre/viewer-applications.ts'
