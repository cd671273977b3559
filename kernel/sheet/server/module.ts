import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { onExportEnded, sweepExports } from './export-jobs.ts'
import { exportRoutes } from './export-routes.ts'
import { exportRowsTask } from './export-task.ts'
import { importJobs, onImportTaskEnded } from './import-jobs.ts'
import { importRoutes } from './import-routes.ts'
import { configureImports } from './import-files.ts'
import { exportRequestedTemplate, exportDecidedTemplate } from './export-notifications.ts'

export default defineServerModule({
  manifest,
  routes: (app) => {
    importRoutes(app)
    exportRoutes(app)
  },
  jobs: [...importJobs, exportRowsTask.job, sweepExports],
  subscriptions: [onImportTaskEnded, onExportEnded],
  messageTemplates: [exportRequestedTemplate, exportDecidedTemplate],
  start: ({ env }) => configureImports(env),
})
