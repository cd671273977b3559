import { defineServerModule } from '#packages/http'
import { offerResults, isOwnTask } from '#kernel/task/server/api.ts'
import { manifest } from '../manifest.ts'
import { configureFiles } from './installation.ts'
import { checkUploadJob, sweepUnusedFilesJob } from './jobs.ts'
import { makePreviewJob, sweepPreviewsJob } from './preview-jobs.ts'
import { filesRoutes } from './routes.ts'
import { offerOwner } from './service/file-owners.ts'
import { configurePreviews } from './service/preview-conversion.ts'
import { openTaskResult, zipFilesTask } from './service/zip-files.ts'

export default defineServerModule({
  manifest,
  routes: filesRoutes,
  jobs: [checkUploadJob, sweepUnusedFilesJob, zipFilesTask.job, makePreviewJob, sweepPreviewsJob],
  start: ({ env }) => {
    configureFiles(env)
    configurePreviews(env)
    // The result of a task belongs to the owner of the task.
    offerOwner({ kind: 'task', canRead: isOwnTask })
    offerResults(openTaskResult)
  },
})
