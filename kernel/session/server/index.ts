import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { sweepSessions } from './jobs.ts'
import { sessionRoutes } from './routes.ts'

export { Callers } from './identify.ts'
export default defineServerModule({ manifest, routes: sessionRoutes, jobs: [sweepSessions] })
