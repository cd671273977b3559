import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
// Vitest's resolver takes “objects” for “obje.ts”, so the index file is named in full.
import { createLazyObjectStore } from '#packages/objects/index.ts'
import { dataExportApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { onExportEnded, sweepExports } from './export-jobs.ts'
import { exportRoutes } from './export-routes.ts'
import { exportRowsTask } from './export-task.ts'
import { importJobs, onImportTaskEnded } from './import-jobs.ts'
import { importRoutes } from './import-routes.ts'
import { exportApproval } from './service/approve-export.ts'
import { dataExports, listExports } from './service/exports.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: (app) => {
    importRoutes(app)
    exportRoutes(app)
  },
  entities: [serveEntity(dataExportApi, { ...dataExports, list: listExports })],
  jobs: [...importJobs, exportRowsTask.job, sweepExports],
  subscriptions: [onImportTaskEnded, onExportEnded],
  approvalSubjects: [exportApproval],
  fromSettings: (env) => ({ importStore: [createLazyObjectStore(env)] }),
})
