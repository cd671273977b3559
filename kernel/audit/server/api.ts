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
export type { LoggedObjectKind, ObjectTitle, WantedObjects } from './logged-objects.ts'
export { SecurityEvents, type RefusedAttempt } from './security-events.ts'
