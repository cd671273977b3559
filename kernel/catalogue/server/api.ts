export { listAllApplications, type AppRow } from './application-list.ts'
export { seedApplication } from './seed.ts'
export { listVisibleApps } from './service/centre/viewer-applications.ts'
