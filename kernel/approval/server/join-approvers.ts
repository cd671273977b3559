import type { Ctx } from '#packages/core'
import { findStepPeople, isFixedRule } from './find-approvers.ts'
import { getStep } from './flow-path.ts'
import { listFlowsWithOpenTasks } from './flow-queries.ts'
import { isUnfinished, type FlowTask } from './flow-state.ts'
import { tryFlow } from './leave-office.ts'
import { lockFlowOnly, runFlowAction, type LockedFlow } from './run-flow.ts'
import { getApproverSearch } from './stored-flow.ts'

/**
 * Somebody was given a permission, a role or a post after a request had reached the step that means it: the request is
 * theirs to decide too. Runs at night. Callers hold the lock of the tree.
 */
export async function joinNewApprovers(ctx: Ctx) {
  for (const id of await listFlowsWithOpenTasks(ctx.db))
    await tryFlow(ctx, id, async () => joinFlow(ctx, await lockFlowOnly(ctx, id)))
}

async function joinFlow(ctx: Ctx, flow: LockedFlow) {
  const { row, definition, state } = flow
  const open = [...Map.groupBy(state.tasks.filter(isUnfinished), ({ step }) => step).keys()]
  for (const key of open) {
    const { step } = getStep(definition, key)
    if (step.mode !== 'any' || isFixedRule(step.approver)) continue
    const group = state.tasks.findLast((task) => task.step === key)!.group
    // Whoever had the task once, and gave it away, does not get it back.
    const isKnown = (personId: string) =>
      state.tasks.some((task: FlowTask) => task.group === group && task.personId === personId)
    const people = (await findStepPeople(ctx, definition, await getApproverSearch(ctx, row), key)).filter(
      ({ personId }) => !isKnown(personId) && (personId !== row.applicantPersonId || step.self === 'self'),
    )
    if (people.length > 0) await runFlowAction(ctx, flow, { kind: 'join', step: key, people })
  }
}
