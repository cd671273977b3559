import type { BodyOf } from '#packages/contract'
import { addDays, dayOf, newId, orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { defineJob, effectOnce } from '#packages/jobs'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { sendMessages } from '#kernel/message/server/api.ts'
import { findUnit } from '#kernel/org/server/api.ts'
import { listWorkDaysOf } from '#kernel/schooling/server/api.ts'
import type { leaveBookApi } from '../contract.ts'
import { closeMonthNotification } from './book-notifications.ts'
import {
  countOpenRequests,
  insertMonthChange,
  listClosedMonths,
  listMonthChanges,
  listOrgsToClose,
  lockMonths,
  shareMonths,
} from './month-queries.ts'

/** The first and the last day of the month of a day. */
export function getMonth(day: string) {
  const from = `${day.slice(0, 7)}-01`
  // 32 days later it is the next month.
  return { from, to: addDays(`${addDays(from, 32).slice(0, 7)}-01`, -1) }
}

/** Days of a closed month change no more. The organisation is the one where the person works on these days. */
export async function requireOpenMonths({ db }: Pick<Ctx, 'db'>, orgId: string, days: readonly string[]) {
  const months = [...new Set(days.map((day) => getMonth(day).from))]
  if (months.length === 0) return
  await shareMonths(db, orgId)
  const [closed] = await listClosedMonths(db, orgId, months)
  if (closed) throw new Refusal(`${closed.slice(0, 7)}考勤已结账，请联系考勤管理员`)
}

/** Locks the months of an organisation in the caller's scope and returns whether this one is closed. */
async function lockMonth(ctx: Ctx, orgId: string | null, month: string) {
  const scope = scopeOf(ctx, 'leave.close')
  const { id } = orNotFound(await findUnit(ctx, scope, orgId ?? ctx.actor.orgId), '单位')
  await lockMonths(ctx.db, id)
  const [last] = await listMonthChanges(ctx.db, id, `${month}-01`)
  return { id, isClosed: last?.isClosed ?? false }
}

export async function closeMonth(ctx: Ctx, { orgId, month }: BodyOf<typeof leaveBookApi.closeMonth>) {
  const days = getMonth(`${month}-01`)
  if (days.to >= dayOf(ctx.now)) throw new Refusal(`${month}还没有结束，不能结账`)
  const { id, isClosed } = await lockMonth(ctx, orgId, month)
  if (isClosed) throw new Refusal(`${month}考勤已结账`)
  const open = await countOpenRequests(ctx.db, id, days)
  if (open > 0) throw new Refusal(`${month}还有${open}条请假未处理完，不能结账`)
  await changeMonth(ctx, { orgId: id, month, isClosed: true, reason: '' })
  return null
}

export async function openMonth(ctx: Ctx, { orgId, month, reason }: BodyOf<typeof leaveBookApi.openMonth>) {
  const { id, isClosed } = await lockMonth(ctx, orgId, month)
  if (!isClosed) throw new Refusal(`${month}考勤没有结账`)
  await changeMonth(ctx, { orgId: id, month, isClosed: false, reason })
  return null
}

const changeMonth = (
  ctx: Ctx,
  { month, ...change }: { orgId: string; month: string; isClosed: boolean; reason: string },
) => insertMonthChange(ctx.db, { ...change, id: newId(), month: `${month}-01`, byId: ctx.actor.personId }, ctx.now)

/** The working days of the next month on which an open month is reminded of. */
const remindedOn = [3, 1]

/** Reminds those who close the attendance of an organisation of the month that is over. */
export async function remindToClose(ctx: Ctx) {
  const today = dayOf(ctx.now)
  const { from } = getMonth(today)
  // The third working day is never later, not even after the holidays of spring or October.
  if (Number(today.slice(8)) > 15) return
  const last = getMonth(addDays(from, -1))
  const open = await listOrgsToClose(ctx.db, last.from, today)
  const orgIds = open.map(({ id }) => id)
  const days = await listWorkDaysOf(ctx, orgIds, from, today)
  for (const { id, name } of open) {
    const worked = days.get(id)!.filter(({ isWorking }) => isWorking)
    const stage = remindedOn.find((count) => count <= worked.length)
    // The next working day makes up for a reminder that was missed.
    if (worked.at(-1)?.day !== today || !(await effectOnce(ctx, `leave-month ${id} ${last.from} ${stage}`))) continue
    const holders = await listPermissionHolders(ctx, 'leave.close', id)
    await sendMessages(ctx, closeMonthNotification, {
      to: holders.filter(({ orgId }) => orgId === id).map(({ personId }) => personId),
      values: { orgName: name, month: `${Number(last.from.slice(5, 7))}月` },
      url: `/application/TeacherAskForLeave/summary?day=${last.from}`,
      subject: { kind: 'leave-month', id },
      orgId: id,
    })
  }
}

export const remindOfMonths = defineJob({
  name: 'leave-month.remind',
  title: '考勤结账提醒',
  cron: '5 9 * * *',
  handle: remindToClose,
})
