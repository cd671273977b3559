import { defineServerModule } from '#packages/http'
import { offerResults, isOwnTask } from '#kernel/task/server'
import { manifest } from '../manifest.ts'
import './constants.ts'
import { configureFiles } from './installation.ts'
import { checkUploadJob, sweepUnusedFilesJob } from './jobs.ts'
import { makePreviewJob, sweepPreviewsJob } from './preview-jobs.ts'
import { filesRoutes } from './routes.ts'
import { offerOwner } from './service/file-owners.ts'
import { configurePreviews } from './service/preview-conversion.ts'
import { openTaskResult, zipFilesTask } from './service/zip-files.ts'

export { filesGateway } from './gateway.ts'
export { claimFiles, recallFiles, releaseFiles, restoreFiles, type ClaimOwner } from './service/claims.ts'
export { offerOwner, type FileOwner } from './service/file-owners.ts'
export { claimPicture, releaseOtherPictures, listPictures, type Picture } from './service/pictures.ts'
export { listOwnerFiles } from './service/readable-files.ts'
export { writeReservedFile, reserveFile, storeFile, type GeneratedFile } from './service/store-files.ts'

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
