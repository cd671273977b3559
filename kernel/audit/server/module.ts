import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { checkLogs, makeLogPartitions, sealLogs } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: auditRoutes, jobs: [makeLogPartitions, sealLogs, checkLogs] })
