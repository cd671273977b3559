import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { makeLogPartitions } from './jobs.ts'

export { readLogins, recordIdentityChange, recordLogin, recordOperation } from './service.ts'
export type { IdentityChange } from './service.ts'
export default defineServerModule({ manifest, jobs: [makeLogPartitions] })
