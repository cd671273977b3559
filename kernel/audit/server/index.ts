import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { makeLogPartitions } from './jobs.ts'

export { readLogins, recordDownloads, recordIdentityChange, recordLogin, recordOperation } from './service.ts'
export type { Download, IdentityChange } from './service.ts'
export default defineServerModule({ manifest, jobs: [makeLogPartitions] })
