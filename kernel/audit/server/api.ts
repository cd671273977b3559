export {
  listLogins,
  listNewDeviceSignIns,
  listReveals,
  recordDownloads,
  recordIdentityChange,
  recordIdentityChanges,
  recordLogin,
  recordOperation,
  recordOperationAtEnd,
  recordReveal,
  recordReveals,
  recordSessionEnds,
  countRevealsSince,
  inviteSlipField,
  countInviteSlipsSince,
  getRevealSummary,
} from './audit-log.ts'
export type { Download, IdentityChange, Reveal } from './audit-log.ts'
export {
  countCallsToday,
  listApplicationCalls,
  listDaysOfCalls,
  listCallsOf,
  openApiCallLog,
  recordApiCalls,
  type ApiCall,
} from './api-calls.ts'
export { openLogReads } from './log-reads.ts'
export { LogBuffer } from './log-buffer.ts'
export { getDeviceName } from './device-name.ts'
export { getLogDays } from './log-range.ts'
export { getArchiveStore } from './archive-logs.ts'
export { runArchiveSearch } from './search-archive.ts'
export { checkDistrictLogs, type LogReport } from './check-log-seals.ts'
export { countRefusedLogins, findBusyAddresses, recordUnusual, type UnusualEvent } from './unusual-events.ts'
export type { LoggedObjectKind, ObjectTitle, WantedObjects } from './logged-objects.ts'
export { SecurityEvents, type RefusedAttempt } from './security-events.ts'
