import { createFileOwner } from '#kernel/files/server/api.ts'
import { keepWithOrganisation } from '#kernel/org/server/api.ts'
import { createEntityExport, serveEntity } from '#packages/crud'
import { defineServerModule, inOwnDistrict, mount } from '#packages/http'
import { apiGrantApi, appUsageApi, collectFileApi, collectTaskApi, openApiRoutes, quarantineApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { demoApiCalls } from './demo-api-calls.ts'
import { demoDevelopers } from './developer-demo-rows.ts'
import { copyCompaniesJob } from './developer-districts.ts'
import { applicationDevelopers } from './developer-management.ts'
import { mountDeveloperRoutes } from './developer-routes.ts'
import { applyDecisionsJob, developerStoppedTemplate } from './developer-stops.ts'
import { sweepTokensJob } from './jobs.ts'
import { OpenCallers } from './open-callers.ts'
import { mountOpenRoutes } from './open-routes.ts'
import { openApiSetting } from './settings.ts'
import { apiGrantApproval, auditGrant } from './api-grant-approval.ts'
import {
  expireGrantsJob,
  resumeGrant,
  revokeGrant,
  revokeGrantFields,
  suspendGrant,
  warnEndingGrantsJob,
} from './api-grant-changes.ts'
import { grantChangedTemplate, grantEndingTemplate } from './api-grant-notifications.ts'
import { apiGrants, applyForGrant, listGrantChoices } from './api-grants.ts'
import { appMetricChanges, appMetricCounts, appStatistics, appUsages, listUsedApps, sumAppUsage } from './app-data.ts'
import {
  collectJob,
  collectTasks,
  createCollectTask,
  dropQuarantine,
  getQuarantineRow,
  listCollectBatches,
  listTargets,
  mendQuarantine,
  quarantine,
  replayQuarantine,
  uploadCollectFile,
} from './collect.ts'
import { demoCollectRows } from './demo-rows.ts'
import { raiseDayQuota } from './day-quota.ts'
import { refusedAddressTemplate } from './refused-address.ts'
import { listOpenApis, saveOpenApi } from './open-apis.ts'

export default defineServerModule({
  manifest,
  routes: (app) => {
    mountOpenRoutes(app)
    mountDeveloperRoutes(app)
    mount(app, collectFileApi.upload, (own, { body }) => inOwnDistrict(own, (ctx) => uploadCollectFile(ctx, body)))
    mount(app, openApiRoutes.apis, (ctx) => listOpenApis(ctx))
    mount(app, openApiRoutes.saveApi, (ctx, { body }) => saveOpenApi(ctx, body))
    mount(app, openApiRoutes.setQuota, (ctx, { body }) => raiseDayQuota(ctx, body))
  },
  entities: [
    serveEntity(appUsageApi, { ...appUsages, sums: sumAppUsage, apps: listUsedApps }),
    serveEntity(apiGrantApi, {
      ...apiGrants,
      suspend: suspendGrant,
      resume: resumeGrant,
      revoke: revokeGrant,
      revokeFields: revokeGrantFields,
      choices: listGrantChoices,
      apply: applyForGrant,
      audit: auditGrant,
    }),
    serveEntity(collectTaskApi, {
      ...collectTasks,
      create: createCollectTask,
      targets: listTargets,
      batches: listCollectBatches,
    }),
    serveEntity(quarantineApi, {
      ...quarantine,
      get: getQuarantineRow,
      replay: replayQuarantine,
      mend: mendQuarantine,
      drop: dropQuarantine,
    }),
  ],
  jobs: [applyDecisionsJob, collectJob, copyCompaniesJob, expireGrantsJob, sweepTokensJob, warnEndingGrantsJob],
  messageTemplates: [developerStoppedTemplate, grantChangedTemplate, grantEndingTemplate, refusedAddressTemplate],
  approvalSubjects: [apiGrantApproval],
  fileOwners: [createFileOwner(apiGrants)],
  exports: [createEntityExport(appUsages)],
  statistics: [appStatistics],
  metricCounts: appMetricCounts,
  metricChanges: appMetricChanges,
  orgContents: [keepWithOrganisation('developer', [collectTasks, quarantine])],
  demoRows: [demoDevelopers, demoCollectRows, demoApiCalls],
  settings: [openApiSetting],
  fromSettings: () => ({ openCallers: [new OpenCallers()] }),
  applicationDevelopers: [applicationDevelopers],
})
