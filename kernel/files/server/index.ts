import { defineServerModule } from '#packages/http'
import { offerResults, ownTask } from '#kernel/task/server'
import { manifest } from '../manifest.ts'
import './constants.ts'
import { configureFiles } from './installation.ts'
import { checkUpload, sweepForgotten } from './jobs.ts'
import { makePreview, sweepOrphans } from './preview-jobs.ts'
import { filesRoutes } from './routes.ts'
import { offerOwner } from './service/owners.ts'
import { configurePreviews } from './service/preview-making.ts'
import { openMade, zipFiles } from './service/zip.ts'

export { filesGateway } from './gateway.ts'
export { claimFiles, recallFiles, releaseFiles, restoreFiles, type Owner } from './service/claims.ts'
export { offerOwner, type FileOwner } from './service/owners.ts'
export { holdPicture, keepPictures, picturesOf, type Picture } from './service/pictures.ts'
export { filesOf } from './service/reading.ts'
export { fillFile, reserveFile, storeFile, type MadeFile } from './service/storing.ts'

export default defineServerModule({
  manifest,
  routes: filesRoutes,
  jobs: [checkUpload, sweepForgotten, zipFiles.job, makePreview, sweepOrphans],
  start: ({ env }) => {
    configureFiles(env)
    configurePreviews(env)
    // What a task made belongs to whoever asked for the task.
    offerOwner({ kind: 'task', canRead: ownTask })
    offerResults(openMade)
  },
})
