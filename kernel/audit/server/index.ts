import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { checkLogs, makeLogPartitions, sealLogs } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export {
  readLogins,
  readNewDevices,
  readReveals,
  recordDownloads,
  recordIdentityChange,
  recordIdentityChanges,
  recordLogin,
  recordOperation,
  recordReveal,
  recordReveals,
  revealsSince,
  slipField,
  slipsSince,
  sumUpReveals,
} from './service.ts'
export type { Download, IdentityChange, Reveal } from './service.ts'
export { checkDistrict, type LogReport } from './checking.ts'
export { SecurityEvents, type Attempt } from './security-events.ts'
export default defineServerModule({ manifest, routes: auditRoutes, jobs: [makeLogPartitions, sealLogs, checkLogs] })
