import type { Ctx } from '#packages/core'
import { findStepPeople, isFixedRule } from './find-approvers.ts'
import { getStep } from './flow-path.ts'
import { listFlowsWithOpenTasks } from './flow-queries.ts'
import type { FlowTask } from './flow-state.ts'
import { tryFlow } from './leave-office.ts'
import { lockFlowOnly, runFlowAction, type LockedFlow } from './run-flow.ts'
import { getApproverSearch } from './stored-flow.ts'

/**
 * Somebody was given a permission, a role or a post after a request had reached the step that means it: the request is
 * theirs to decide too. Handles a limited number of flows and returns the last one if more may follow. Callers share the
 * lock of the tree.
 */
export async function joinNewApprovers(ctx: Ctx, after?: string): Promise<string | undefined> {
  const ids = await listFlowsWithOpenTasks(ctx.db, after, batchSize)
  for (const id of ids) await tryFlow(ctx, id, async () => joinFlow(ctx, await lockFlowOnly(ctx, id)))
  return ids.length < batchSize ? undefined : ids.at(-1)
}
const batchSize = 200

async function joinFlow(ctx: Ctx, flow: LockedFlow) {
  const { definition } = flow
  for (const key of flow.state.active) {
    const { row, state } = flow
    const { step } = getStep(definition, key)
    if (!state.active.includes(key) || step.mode !== 'any' || isFixedRule(step.approver)) continue
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
