export { approveTasks } from './batch-approve.ts'
export type { FlowValues } from './conditions.ts'
export { disableDefinition, listRuleProblems, publishDefinition, saveDefinition } from './definitions.ts'
export { delegateApprovals, mayDelegateFor, withdrawDelegations, type DelegationForm } from './delegations.ts'
export type { Approver } from './flow-state.ts'
export {
  addSigners,
  approveTask,
  cancelFlow,
  commentFlow,
  copyFlowTo,
  decideRecord,
  endFlow,
  jumpFlow,
  lockFlowOf,
  reassignTask,
  recallFlow,
  recallRecord,
  rejectTask,
  remindApprovers,
  removeSigner,
  resubmitFlow,
  returnTask,
  reviseFlow,
  startFlow,
  terminateFlow,
  transferTask,
  withdrawApproval,
  type FlowStart,
} from './flows.ts'
export { findReaderOf, isPersonOfFlow, listApproversOf, listPeopleWhoApproved } from './flow-readers.ts'
export {
  getInboxCounts,
  getOpenTasksOf,
  listCopiedFlows,
  listDecidedTasks,
  listOpenTasks,
  listOwnFlows,
} from './inbox.ts'
export { moveRequestsTo, moveTasksOfAbsent, moveTasksToPerson, reassignTasksOf } from './leave-office.ts'
export { signatureOwnerKind, type SignatureFiles } from './personal-settings.ts'
export { previewFlow } from './preview-flow.ts'
export { inSavepoint } from './savepoint-queries.ts'
export { tryWork } from './try-work.ts'
export {
  defineSubject,
  type ApprovalSubject,
  type ApproverKind,
  type FlowContext,
  type MemberDirectory,
  type SubjectReader,
  type SubjectSpec,
} from './subjects.ts'
export { getDecisionsOf, getFlowsOf, listMonitors, type RecordDecision } from './timeline.ts'
