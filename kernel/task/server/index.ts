import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { sweepTasks } from './jobs.ts'
import { taskRoutes } from './routes.ts'

export { defineTask, type TaskKind } from './define-task.ts'
export { findEndedTask } from './ended-queries.ts'
export { taskStanding } from './queries.ts'
export type { TaskResult, TaskRun } from './run.ts'
export { countTasks, endPaused, offerResults, ownTask } from './service.ts'

export default defineServerModule({ manifest, routes: taskRoutes, jobs: [sweepTasks] })
