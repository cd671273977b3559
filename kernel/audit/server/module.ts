import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { apiCallApi, auditApi, signInRecordApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { apiCalls, getApiStat, listApiCalls } from './api-calls.ts'
import { demoApiCalls } from './demo-rows.ts'
import { checkLogs, makeLogPartitions, sealLogs } from './jobs.ts'
import { listSignInRecords, signInRecords } from './sign-in-records.ts'
import { listSecurityEvents, securityEvents } from './list-security-events.ts'

export default defineServerModule({
  manifest,
  entities: [
    serveEntity(auditApi, { ...securityEvents, list: listSecurityEvents }),
    serveEntity(apiCallApi, { ...apiCalls, list: listApiCalls, stat: getApiStat }),
    serveEntity(signInRecordApi, { ...signInRecords, list: listSignInRecords }),
  ],
  demoRows: [demoApiCalls],
  jobs: [makeLogPartitions, sealLogs, checkLogs],
})
