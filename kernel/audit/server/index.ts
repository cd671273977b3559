import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { checkLogs, makeLogPartitions, sealLogs } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export {
  listLogins,
  listNewDeviceSignIns,
  listReveals,
  recordDownloads,
  recordIdentityChange,
  recordIdentityChanges,
  recordLogin,
  recordOperation,
  recordReveal,
  recordReveals,
  countRevealsSince,
  inviteSlipField,
  countInviteSlipsSince,
  getRevealSummary,
} from './audit-log.ts'
export type { Download, IdentityChange, Reveal } from './audit-log.ts'
export { checkDistrictLogs, type LogReport } from './check-log-seals.ts'
export { SecurityEvents, type RefusedAttempt } from './security-events.ts'
export default defineServerModule({ manifest, routes: auditRoutes, jobs: [makeLogPartitions, sealLogs, checkLogs] })
