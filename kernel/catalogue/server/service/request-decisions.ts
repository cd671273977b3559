import type { Ctx } from '#packages/core'
import { getDecisionsOf, getFlowsOf } from '#kernel/approval/server/api.ts'

/** Who decided, with the opinion (赵管理：暂不开放); before, who has to (待赵管理处理), or that it was returned. */
async function describeDecisions(ctx: Ctx, subject: string, ids: readonly string[]): Promise<string[]> {
  const decisions = await getDecisionsOf(ctx, subject, ids)
  const flows = await getFlowsOf(ctx, subject, ids)
  return ids.map((id) => {
    const decision = decisions.get(id)
    if (decision) return decision.opinion === '' ? decision.name : `${decision.name}：${decision.opinion}`
    if (flows.get(id)?.status === 'returned') return '已退回申请人修改'
    const holders = flows.get(id)?.holders ?? []
    return holders.length > 0 ? `待${holders.join('、')}处理` : ''
  })
}

type Rows = readonly { id: string; [field: string]: unknown }[]

/**
 * The fields of requests that their approval knows. Whoever reads a request here may decide it, but not the own one, nor
 * one that the applicant is changing.
 */
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
    load: async (ctx: Ctx, rows: Rows) => {
      const waiting = rows.filter(({ status }) => status === 'waiting').map(({ id }) => id)
      const flows = waiting.length === 0 ? new Map() : await getFlowsOf(ctx, subject, waiting)
      return rows.map(
        ({ id, asker }) => flows.get(id)?.status === 'running' && (asker as { id: string }).id !== ctx.actor.personId,
      )
    },
  },
})
