import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { sweepTasks } from './jobs.ts'
import { taskRoutes } from './routes.ts'

export { defineTask, type TaskKind } from './define-task.ts'
export { findEndedTask } from './ended-task-queries.ts'
export { findTaskProgress } from './task-queries.ts'
export type { TaskResult, TaskRun } from './run-task.ts'
export { countTasks, endPausedTask, offerResults, isOwnTask } from './tasks.ts'

export default defineServerModule({ manifest, routes: taskRoutes, jobs: [sweepTasks] })
