import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { sweepDrafts } from './jobs.ts'
import { personalRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: personalRoutes, jobs: [sweepDrafts] })
