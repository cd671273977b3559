import type { Ctx } from '#packages/core'
import { getDecisionsOf, getFlowsOf } from '#kernel/approval/server/api.ts'

/** Who decided, with the opinion (赵管理：暂不开放); before, who has to (待赵管理处理). */
async function describeDecisions(ctx: Ctx, subject: string, ids: readonly string[]): Promise<string[]> {
  const decisions = await getDecisionsOf(ctx, subject, ids)
  const flows = await getFlowsOf(ctx, subject, ids)
  return ids.map((id) => {
    const decision = decisions.get(id)
    if (decision) return decision.opinion === '' ? decision.name : `${decision.name}：${decision.opinion}`
    const holders = flows.get(id)?.holders ?? []
    return holders.length > 0 ? `待${holders.join('、')}处理` : ''
  })
}

type Rows = readonly { id: string; [field: string]: unknown }[]

/** The fields of requests that their approval knows. Whoever reads a request here may decide it, but not the own one. */
export const createDecisionFields = (subject: string) => ({
  decision: {
    load: (ctx: Ctx, rows: Rows) =>
      describeDecisions(
        ctx,
        subject,
        rows.map(({ id }) => id),
      ),
  },
  mayDecide: {
    load: ({ actor }: Ctx, rows: Rows) =>
      rows.map(({ status, asker }) => status === 'waiting' && (asker as { id: string }).id !== actor.personId),
  },
})
