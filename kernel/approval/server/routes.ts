import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { approvalApi as api } from '../contract.ts'
import { approveTasks } from './batch-approve.ts'
import { getFlowDetail } from './flow-detail.ts'
import {
  addSigners,
  approveTask,
  commentFlow,
  copyFlowTo,
  jumpFlow,
  reassignTask,
  recallFlow,
  rejectTask,
  remindApprovers,
  removeSigner,
  returnTask,
  terminateFlow,
  transferTask,
  withdrawApproval,
} from './flows.ts'
import {
  getInboxCounts,
  listCopiedFlows,
  listDecidedTasks,
  listManagedFlows,
  listOpenTasks,
  listOwnFlows,
} from './inbox.ts'

export function approvalRoutes(app: FastifyInstance) {
  mount(app, api.todoList, (ctx, { query }) => listOpenTasks(ctx, query))
  mount(app, api.doneList, (ctx, { query }) => listDecidedTasks(ctx, query))
  mount(app, api.mineList, (ctx, { query }) => listOwnFlows(ctx, query))
  mount(app, api.ccList, (ctx, { query }) => listCopiedFlows(ctx, query))
  mount(app, api.adminList, (ctx, { query }) => listManagedFlows(ctx, query))
  mount(app, api.counts, (ctx) => getInboxCounts(ctx))
  mount(app, api.detail, (ctx, { query }) => getFlowDetail(ctx, query.flowId))
  mount(app, api.approve, (ctx, { body: { taskId, opinion } }) => approveTask(ctx, { taskId, opinion }))
  mount(app, api.reject, (ctx, { body }) => rejectTask(ctx, body))
  mount(app, api.returnTo, (ctx, { body: { resume, ...form } }) =>
    returnTask(ctx, { ...form, resume: resume === 'direct' ? 'direct' : 'again' }),
  )
  mount(app, api.transfer, (ctx, { body }) => transferTask(ctx, body))
  mount(app, api.addSign, (ctx, { body }) => addSigners(ctx, body))
  mount(app, api.removeSign, (ctx, { body }) => removeSigner(ctx, body.taskId))
  mount(app, api.withdrawTask, (ctx, { body }) => withdrawApproval(ctx, body.taskId))
  mount(app, api.recall, (ctx, { body }) => recallFlow(ctx, body.flowId))
  mount(app, api.remind, (ctx, { body }) => remindApprovers(ctx, body.flowId))
  mount(app, api.cc, (ctx, { body }) => copyFlowTo(ctx, body))
  mount(app, api.comment, (ctx, { body }) => commentFlow(ctx, body))
  mount(app, api.batchApprove, async (ctx, { body }) => ({ results: await approveTasks(ctx, body) }))
  mount(app, api.adminReassign, (ctx, { body }) => reassignTask(ctx, body))
  mount(app, api.adminJump, (ctx, { body }) => jumpFlow(ctx, body))
  mount(app, api.adminTerminate, (ctx, { body }) => terminateFlow(ctx, body))
}
