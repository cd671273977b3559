import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { auditApi, logCheckFailed } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { checkLogs, makeLogPartitions, sealLogs } from './jobs.ts'
import { identityExport, operationExport } from './log-exports.ts'
import { listSecurityEvents, securityEvents } from './list-security-events.ts'
import { mountLogRoutes } from './log-routes.ts'

export default defineServerModule({
  manifest,
  routes: mountLogRoutes,
  entities: [serveEntity(auditApi, { ...securityEvents, list: listSecurityEvents })],
  events: [logCheckFailed],
  exports: [operationExport, identityExport],
  jobs: [makeLogPartitions, sealLogs, checkLogs],
})
