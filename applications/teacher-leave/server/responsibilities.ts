import type { Responsibility } from '#kernel/org/server/api.ts'
import { formatSpan } from './plan-leave.ts'
import { listWaitingForDeputies, updateRequest } from './request-queries.ts'

/**
 * Whoever is named as deputy in a request that waits for its approvers. After the approval the deputyship is a delegation
 * of approvals, which that module hands over.
 */
export const deputyResponsibility: Responsibility = {
  key: 'leave.deputies',
  title: '请假的代理人',
  list: async ({ db }, memberIds) =>
    (await listWaitingForDeputies(db, memberIds)).map((row) => ({
      memberId: row.deputyId!,
      ref: row.id,
      title: `${row.name}请假期间的审批代理人`,
      note: formatSpan(row),
    })),
  hand: async (ctx, { ref }, { memberId }) => void (await updateRequest(ctx.db, ref, { deputy_id: memberId }, ctx.now)),
  force: async (ctx, { ref }) => void (await updateRequest(ctx.db, ref, { deputy_id: null }, ctx.now)),
}
