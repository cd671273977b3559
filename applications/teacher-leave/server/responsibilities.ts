import { orNotFound, Refusal, type Ctx } from '#packages/core'
import { mayDelegateFor } from '#kernel/approval/server/api.ts'
import type { Responsibility } from '#kernel/org/server/api.ts'
import { listDays } from './day-queries.ts'
import { formatSpan } from './plan-leave.ts'
import {
  findApplicant,
  findRequest,
  listWaitingForDeputies,
  updateRequest,
  waitingStatuses,
} from './request-queries.ts'
import { lockRequest, requireDeputy } from './requests.ts'

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
  hand: (ctx, { ref }, { memberId }) => changeDeputy(ctx, ref, memberId),
  force: async (ctx, { ref }) => void (await updateRequest(ctx.db, ref, { deputy_id: null }, ctx.now)),
}

/** By the rules of the form, and of whoever may name deputies for others: nobody gives herself the decisions of another. */
async function changeDeputy(ctx: Ctx, id: string, deputyId: string) {
  const row = await lockRequest(ctx, orNotFound(await findRequest(ctx.db, id), '请假'))
  if (!waitingStatuses.some((status) => status === row.status)) throw new Refusal('请假的状态已变化，请刷新后再试')
  if (!(await mayDelegateFor(ctx, row.personId))) throw new Refusal(`请由${row.name}本人或其上级改设代理人`)
  const applicant = orNotFound(await findApplicant(ctx.db, row.memberId), '人员')
  await requireDeputy(ctx, applicant, deputyId, { halves: await listDays(ctx.db, id) })
  await updateRequest(ctx.db, id, { deputy_id: deputyId }, ctx.now)
}
