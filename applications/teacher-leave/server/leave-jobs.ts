import { addDays, dayOf, type Ctx } from '#packages/core'
import { defineJob, effectOnce } from '#packages/jobs'
import { closeTodos } from '#kernel/message/server/api.ts'
import { listWorkDays } from '#kernel/schooling/server/api.ts'
import { forEachRequest } from './each-request.ts'
import { updateAway } from './leave-away.ts'
import { moveByDate } from './leave-in-force.ts'
import { lockLeaveOfAll } from './ledger-queries.ts'
import {
  lateTemplate,
  listSuperiorsOf,
  notifyAbout,
  proofOverTemplate,
  proofTemplate,
  proofTodo,
} from './leave-notifications.ts'
import { formatSpan } from './plan-leave.ts'
import {
  findRequest,
  listDueProofs,
  listInForce,
  listMoving,
  updateRequest,
  type RequestRow,
} from './request-queries.ts'
import { isProofOverdue } from './requests.ts'

/** 休假中 and 待销假 go by date. Who is not back after a working day is reported to the head of the department. */
export async function moveLeaveByDate(ctx: Ctx) {
  const today = dayOf(ctx.now)
  const moving = await listMoving(ctx.db, today)
  const inForce = await listInForce(ctx.db, today)
  await lockLeaveOfAll(
    ctx.db,
    [...moving, ...inForce].map(({ personId }) => personId),
  )
  await forEachRequest(ctx, moving, async ({ id }) => {
    const row = (await findRequest(ctx.db, id))!
    if (row.status === 'approved' || row.status === 'on-leave') await moveByDate(ctx, row)
    else if (row.status === 'awaiting-return' && !row.isLate && (await isOverdue(ctx, row, today)))
      await reportLate(ctx, row)
  })
  // The working times of an organisation may have changed, and a leave may be older than engines/duty.
  await forEachRequest(ctx, inForce, async ({ id }) => updateAway(ctx, (await findRequest(ctx.db, id))!))
  const due = await listDueProofs(ctx.db, addDays(today, -mostNightsMissed), addDays(today, 1))
  await forEachRequest(ctx, due, (row) => remindOfProof(ctx, row, today))
}

/** After so many nights without the job nobody needs the reminder. Marks of what was sent are kept for longer. */
const mostNightsMissed = 7

/** Once the day before the last one, or on it; and once when it is over, because then only administrators may add it. */
async function remindOfProof(ctx: Ctx, row: RequestRow, today: string) {
  const isOver = isProofOverdue(row, today)
  if (!(await effectOnce(ctx, `leave-proof ${isOver ? 'over' : 'due'} ${row.id}`))) return
  const values = { span: formatSpan(row), type: row.typeName, due: row.proofDueOn! }
  if (isOver) {
    await closeTodos(ctx, proofTodo(row.id))
    return notifyAbout(ctx, row, proofOverTemplate, { to: [row.personId], values })
  }
  return notifyAbout(ctx, row, proofTemplate, { to: [row.personId], values, subject: proofTodo(row.id) })
}

/** A whole working day has passed since the last day of the leave. */
async function isOverdue(ctx: Ctx, { orgId, endsOn }: RequestRow, today: string): Promise<boolean> {
  const days = await listWorkDays(ctx, orgId, addDays(endsOn, 1), addDays(today, -1))
  return days.some(({ isWorking }) => isWorking)
}

async function reportLate(ctx: Ctx, row: RequestRow) {
  await updateRequest(ctx.db, row.id, { is_late: true }, ctx.now)
  const to = await listSuperiorsOf(ctx, row.memberId)
  await notifyAbout(ctx, row, lateTemplate, { to, values: { name: row.name, span: formatSpan(row) } })
}

/** After the memberships of the day have begun and ended. */
export const moveLeaveJob = defineJob({
  name: 'leave.move-by-date',
  title: '更新休假和待销假',
  cron: '20 0 * * *',
  oneWaiting: true,
  minutes: 5,
  handle: moveLeaveByDate,
})
