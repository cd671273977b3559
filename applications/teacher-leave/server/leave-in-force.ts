import { dayOf, findContribution, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { delegateApprovals } from '#kernel/approval/server/api.ts'
import { leaveApproved } from '../contract.ts'
import { listDays, updateDayStatus } from './day-queries.ts'
import { updateAway } from './leave-away.ts'
import { getStatusByDate } from './leave-dates.ts'
import { deputyTemplate, notifyAbout, returnTemplate, returnTodo } from './leave-notifications.ts'
import { formatSpan, requireOpenDays } from './plan-leave.ts'
import { updateRequest, type RequestRow } from './request-queries.ts'

/** From now on the days of a leave count. Its deputy decides for the person on exactly these days. */
export async function putInForce(ctx: Ctx, row: RequestRow) {
  await updateDayStatus(ctx.db, row.id, 'in-force')
  await updateAway(ctx, row)
  await delegate(ctx, row)
  await moveByDate(ctx, row)
  await publish(ctx, leaveApproved, { leaveId: row.id })
}

/** A deputy who has left meanwhile gets nothing: the approvals stay with the person. */
async function delegate(ctx: Ctx, row: RequestRow) {
  if (!row.deputyId || row.endsOn < dayOf(ctx.now)) return
  const [deputy] = (await findContribution(ctx, 'approvalMembers')?.listMembers(ctx, [row.deputyId])) ?? []
  if (!deputy) return
  await delegateApprovals(ctx, {
    fromPersonId: row.personId,
    toPersonId: deputy.personId,
    from: row.startsOn,
    to: row.endsOn,
    subjects: [],
    source: row.id,
  })
  await notifyAbout(ctx, row, deputyTemplate, {
    to: [deputy.personId],
    values: { name: row.name, span: formatSpan(row) },
  })
}

/** 已批准, 休假中 or 待销假 by today's date. */
export async function moveByDate(ctx: Ctx, row: RequestRow) {
  const status = getStatusByDate(row, dayOf(ctx.now))
  if (status === row.status) return
  await updateRequest(ctx.db, row.id, { status }, ctx.now)
  if (status === 'awaiting-return')
    await notifyAbout(ctx, row, returnTemplate, {
      to: [row.personId],
      values: { span: formatSpan(row), type: row.typeName },
      subject: returnTodo(row.id),
    })
}

/** The months of a request that is about to count must be open still. */
export const requireOpenRequest = async (ctx: Ctx, { id }: RequestRow) =>
  requireOpenDays(ctx, await listDays(ctx.db, id))
