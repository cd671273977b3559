import { countMetrics, serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore } from '#packages/objects/index.ts'
import { apiCallApi, auditApi, logCheckFailed, signInRecordApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { apiCalls, getApiStat, listApiCalls } from './api-calls.ts'
import { countLoginsOfDay, listSignInDays } from './audit-log-queries.ts'
import { demoLogs } from './demo-rows.ts'
import { archiveLogs, checkLogs, sealLogs, sweepArchiveSearches } from './jobs.ts'
import { listSignInRecords, signInExport, signInRecords } from './sign-in-records.ts'
import { identityExport, operationExport } from './log-exports.ts'
import { listSecurityEvents, securityEvents } from './list-security-events.ts'
import { mountLogRoutes } from './log-routes.ts'

export default defineServerModule({
  manifest,
  routes: mountLogRoutes,
  entities: [
    serveEntity(auditApi, { ...securityEvents, list: listSecurityEvents }),
    serveEntity(apiCallApi, { ...apiCalls, list: listApiCalls, stat: getApiStat }),
    serveEntity(signInRecordApi, { ...signInRecords, list: listSignInRecords }),
  ],
  metricCounts: countMetrics(manifest, {
    'login.entered': async ({ db }, { orgId, day }) => [{ value: (await countLoginsOfDay(db, orgId, day)).entered }],
    'login.users': async ({ db }, { orgId, day }) => [{ value: (await countLoginsOfDay(db, orgId, day)).users }],
    'login.refused': async ({ db }, { orgId, day }) => {
      const { entered, refused } = await countLoginsOfDay(db, orgId, day)
      return [{ value: refused, of: entered + refused }]
    },
  }),
  metricChanges: [
    { key: 'login', codes: Object.keys(manifest.metrics!), listChanged: ({ db }, since) => listSignInDays(db, since) },
  ],
  demoRows: [demoLogs],
  events: [logCheckFailed],
  exports: [operationExport, identityExport, signInExport],
  jobs: [sealLogs, checkLogs, archiveLogs, sweepArchiveSearches],
  fromSettings: (env) => ({ logArchiveStore: [createLazyObjectStore(env)] }),
})
