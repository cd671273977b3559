import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { taskApi as api } from '../contract.ts'
import { cancelTask, clearTasks, listTasks, getTaskResult, watchTask } from './tasks.ts'

export function taskRoutes(app: FastifyInstance) {
  mount(app, api.list, (ctx) => listTasks(ctx))
  mount(app, api.cancel, (ctx, { body }) => cancelTask(ctx, body.id))
  mount(app, api.result, (ctx, { body }) => getTaskResult(ctx, body.id))
  mount(app, api.watch, (ctx, { body }) => watchTask(ctx, body.id))
  mount(app, api.clear, (ctx) => clearTasks(ctx))
}
