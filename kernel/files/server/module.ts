import { defineServerModule } from '#packages/http'
import { isOwnTask } from '#kernel/task/server/api.ts'
import { manifest } from '../manifest.ts'
import { readFilesInstallation } from './installation.ts'
import { checkUploadJob, sweepUnusedFilesJob } from './jobs.ts'
import { makePreviewJob, sweepPreviewsJob } from './preview-jobs.ts'
import { filesRoutes } from './routes.ts'
import { signatureFiles } from './service/signature-files.ts'
import { openTaskResult, zipFilesTask } from './service/zip-files.ts'
import { filesSetting } from './service/upload-limits.ts'
import { fileTypeConstants } from './constants.ts'

export default defineServerModule({
  manifest,
  routes: filesRoutes,
  jobs: [checkUploadJob, sweepUnusedFilesJob, zipFilesTask.job, makePreviewJob, sweepPreviewsJob],
  // The result of a task belongs to the owner of the task.
  fileOwners: [{ kind: 'task', canRead: isOwnTask }],
  signatureFiles: [signatureFiles],
  taskResultOpeners: [openTaskResult],
  settings: [filesSetting],
  constants: [fileTypeConstants],
  fromSettings: (env) => ({ filesInstallation: [readFilesInstallation(env)] }),
})
