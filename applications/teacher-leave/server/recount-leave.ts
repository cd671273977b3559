import { Refusal, type Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { inSavepoint } from '#kernel/approval/server/api.ts'
import { calendarChanged } from '#kernel/schooling/contract.ts'
import { membershipBegan, membershipEnded } from '#kernel/staff/contract.ts'
import { sumHalves } from './count-days.ts'
import { deleteDays, insertDays, listDays, type PlacedHalf } from './day-queries.ts'
import { forEachRequest } from './each-request.ts'
import { formatAmount, giveBack, takeFromBalance } from './ledger.ts'
import { lockLeaveOfAll } from './ledger-queries.ts'
import { listKeepersOf, notifyAbout, recountedTemplate } from './leave-notifications.ts'
import { updateAway } from './leave-away.ts'
import { listClosedMonths, shareMonths } from './month-queries.ts'
import { countPlacedDays, formatSpan } from './plan-leave.ts'
import { findRequest, listOpenAt, listOpenOfMembers, updateRequest, type RequestRow } from './request-queries.ts'
import { findType } from './type-queries.ts'

/** Counts the open and coming leave of an organisation and those below it again. Closed months stay as they are. */
export async function recountRequests(ctx: Ctx, orgId: string) {
  await recountAll(ctx, await listOpenAt(ctx.db, orgId), '工作日历调整')
}

type Cause = '工作日历调整' | '任职变动'
async function recountAll(ctx: Ctx, rows: readonly RequestRow[], cause: Cause) {
  await lockLeaveOfAll(
    ctx.db,
    rows.map(({ personId }) => personId),
  )
  await forEachRequest(ctx, rows, (row) => recountRequest(ctx, row, cause))
}

async function recountRequest(ctx: Ctx, { id, personId }: RequestRow, cause: Cause) {
  const row = await findRequest(ctx.db, id)
  const before = await listDays(ctx.db, id)
  const status = before[0]?.status
  if (!row || status === undefined || status === 'void' || row.status === 'closed') return
  const type = (await findType(ctx.db, row.typeId))!
  const counted = await countPlacedDays(ctx, row, type, row)
  const closed = await listClosedDays(ctx, [...before, ...counted])
  const after = counted.filter(({ day }) => !closed.has(day))
  const open = before.filter(({ day }) => !closed.has(day))
  if (toKeys(after) === toKeys(open)) return
  await deleteDays(
    ctx.db,
    id,
    open.map(({ day }) => day),
  )
  await insertDays(ctx.db, { requestId: id, personId, typeId: row.typeId }, status, after)
  await updateAway(ctx, row)
  const amount = row.amount - sumHalves(open) + sumHalves(after)
  if (amount === row.amount) return
  await updateRequest(ctx.db, id, { amount }, ctx.now)
  await adjustBalance(ctx, row, amount - row.amount)
  await notifyAbout(ctx, row, recountedTemplate, {
    to: [row.personId, ...(await listKeepersOf(ctx, row.orgId))],
    values: {
      name: row.name,
      cause,
      before: formatAmount(row.amount, row.unit),
      after: formatAmount(amount, row.unit),
      span: formatSpan(row),
    },
  })
}

const toKeys = (halves: readonly PlacedHalf[]) =>
  halves
    .map(({ day, half, orgId, dayType, dayName, counted }) => [day, half, orgId, dayType, dayName, counted].join())
    .join(';')

/** The days of closed months, each by its organisation. */
async function listClosedDays(ctx: Ctx, halves: readonly PlacedHalf[]): Promise<Set<string>> {
  const closed = new Set<string>()
  for (const [orgId, some] of Map.groupBy(halves, (half) => half.orgId)) {
    await shareMonths(ctx.db, orgId)
    const toMonth = (day: string) => `${day.slice(0, 7)}-01`
    const months = await listClosedMonths(ctx.db, orgId, [...new Set(some.map(({ day }) => toMonth(day)))])
    for (const { day } of some) if (months.includes(toMonth(day))) closed.add(day)
  }
  return closed
}

/** A calendar must not fail because a balance is too small for it: then the difference stays for an administrator. */
async function adjustBalance(ctx: Ctx, row: RequestRow, more: number) {
  // A change that waits has only reserved the difference; its approval takes anew.
  if (!row.needsBalance || (row.parentId && row.status === 'running')) return
  if (more < 0) return giveBack(ctx, { requestId: row.id, amount: -more })
  const { personId, typeId, id: requestId, startsOn: on } = row
  await inSavepoint(ctx.db, () => takeFromBalance(ctx, { personId, typeId, amount: more, requestId, on })).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    },
  )
}

export const onCalendarChanged = subscribe(
  calendarChanged,
  { name: 'leave.on-calendar-changed', title: '按新的工作日历重算请假' },
  (ctx, { orgId }) => recountRequests(ctx, orgId),
)

/** The days after a transfer belong to the new organisation, and go by its calendar. */
async function followMembers(ctx: Ctx, { ids }: { ids: readonly string[] }) {
  await recountAll(ctx, await listOpenOfMembers(ctx.db, ids), '任职变动')
}
export const onMembershipBegan = subscribe(
  membershipBegan,
  { name: 'leave.on-membership-began', title: '请假随任职转到新单位' },
  followMembers,
)
export const onMembershipEnded = subscribe(
  membershipEnded,
  { name: 'leave.on-membership-ended', title: '离任后的请假不再计算' },
  followMembers,
)
