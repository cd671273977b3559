import type { OrgContents } from '#kernel/org/server/api.ts'
import { disableDefinitionsOf } from './definition-queries.ts'
import { countOpenFlowsAt, moveFlows } from './flow-queries.ts'

/**
 * Flows follow their organisation into another one, where their approvers are found from then on. Its own rules end with
 * it: running flows keep their version.
 */
export const flowContents: OrgContents = {
  key: 'flows',
  title: '审批中的申请',
  measure: '项',
  count: (ctx, orgIds) => countOpenFlowsAt(ctx.db, orgIds),
  relocate: async (ctx, { from, to, isWhole }) => {
    if (!isWhole) return
    await disableDefinitionsOf(ctx.db, from.id)
    await moveFlows(ctx.db, from.id, to.id)
  },
}
