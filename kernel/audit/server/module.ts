import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { auditApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { checkLogs, makeLogPartitions, sealLogs } from './jobs.ts'
import { listSecurityEvents, securityEvents } from './list-security-events.ts'

export default defineServerModule({
  manifest,
  entities: [serveEntity(auditApi, { ...securityEvents, list: listSecurityEvents })],
  jobs: [makeLogPartitions, sealLogs, checkLogs],
})
