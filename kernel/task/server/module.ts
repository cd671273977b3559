import { defineServerModule } from '#packages/http'
import { taskEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { sweepTasks } from './jobs.ts'
import { taskRoutes } from './routes.ts'

export default defineServerModule({ manifest, routes: taskRoutes, jobs: [sweepTasks], events: [taskEnded] })
