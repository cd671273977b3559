import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { approvalApi as api, approvalSetupApi as setup } from '../contract.ts'
import { approveTasks } from './batch-approve.ts'
import { getFlowDefinition, listFlowDefinitions } from './definition-list.ts'
import { disableDefinition, publishDefinition, saveDefinition } from './definitions.ts'
import { endDelegation, listDelegations, saveDelegation } from './delegations.ts'
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
  reviseFlow,
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
import { getSignature, listPhrases, savePhrases, saveSignature } from './personal-settings.ts'
import { previewFlow, tryFlow } from './preview-flow.ts'

export function approvalRoutes(app: FastifyInstance) {
  mount(app, api.todoList, (ctx, { query }) => listOpenTasks(ctx, query))
  mount(app, api.doneList, (ctx, { query }) => listDecidedTasks(ctx, query))
  mount(app, api.mineList, (ctx, { query }) => listOwnFlows(ctx, query))
  mount(app, api.ccList, (ctx, { query }) => listCopiedFlows(ctx, query))
  mount(app, api.adminList, (ctx, { query }) => listManagedFlows(ctx, query))
  mount(app, api.counts, (ctx) => getInboxCounts(ctx))
  mount(app, api.detail, (ctx, { query }) => getFlowDetail(ctx, query.flowId))
  mount(app, api.approve, (ctx, { body }) => approveTask(ctx, body))
  mount(app, api.reject, (ctx, { body }) => rejectTask(ctx, body))
  mount(app, api.returnTo, (ctx, { body: { resume, ...form } }) =>
    returnTask(ctx, { ...form, resume: resume === 'direct' ? 'direct' : 'again' }),
  )
  mount(app, api.transfer, (ctx, { body }) => transferTask(ctx, body))
  mount(app, api.addSign, (ctx, { body }) => addSigners(ctx, body))
  mount(app, api.removeSign, (ctx, { body }) => removeSigner(ctx, body.taskId))
  mount(app, api.withdrawTask, (ctx, { body }) => withdrawApproval(ctx, body.taskId))
  mount(app, api.recall, (ctx, { body }) => recallFlow(ctx, body.flowId))
  mount(app, api.resubmit, (ctx, { body }) => reviseFlow(ctx, body))
  mount(app, api.remind, (ctx, { body }) => remindApprovers(ctx, body.flowId))
  mount(app, api.cc, (ctx, { body }) => copyFlowTo(ctx, body))
  mount(app, api.comment, (ctx, { body }) => commentFlow(ctx, body))
  mount(app, api.batchApprove, async (ctx, { body }) => ({ results: await approveTasks(ctx, body) }))
  mount(app, api.adminReassign, (ctx, { body }) => reassignTask(ctx, body))
  mount(app, api.adminJump, (ctx, { body }) => jumpFlow(ctx, body))
  mount(app, api.adminTerminate, (ctx, { body }) => terminateFlow(ctx, body))
  mount(app, setup.getFlow, (ctx, { body }) => previewFlow(ctx, body))
  mount(app, setup.defList, (ctx, { query }) => listFlowDefinitions(ctx, query))
  mount(app, setup.defDetail, (ctx, { query }) => getFlowDefinition(ctx, query))
  mount(app, setup.defSave, (ctx, { body }) => saveDefinition(ctx, body))
  mount(app, setup.defPublish, (ctx, { body }) => publishDefinition(ctx, body.id))
  mount(app, setup.defDisable, (ctx, { body }) => disableDefinition(ctx, body))
  mount(app, setup.defTest, (ctx, { body }) => tryFlow(ctx, body))
  mount(app, setup.delegateList, (ctx) => listDelegations(ctx))
  mount(app, setup.delegateSave, (ctx, { body }) => saveDelegation(ctx, body))
  mount(app, setup.delegateCancel, (ctx, { body }) => endDelegation(ctx, body.id))
  mount(app, setup.phraseList, (ctx) => listPhrases(ctx))
  mount(app, setup.phraseSave, (ctx, { body }) => savePhrases(ctx, body))
  mount(app, setup.signature, (ctx) => getSignature(ctx))
  mount(app, setup.signatureSave, (ctx, { body }) => saveSignature(ctx, body))
}
