import type { BodyOf, DataOf, QueryOf } from '#packages/contract'
import {
  addDays,
  dayOf,
  invalid,
  newId,
  orNotFound,
  Refusal,
  scopeOf,
  startOfDay,
  type Ctx,
  type Scope,
} from '#packages/core'
import { defineJob, effectOnce } from '#packages/jobs'
import { sendMessages } from '#kernel/message/server/api.ts'
import { findUnit, findUnitById } from '#kernel/org/server/api.ts'
import type { leaveBookApi, LedgerEntry } from '../contract.ts'
import {
  insertLedger,
  listBalances,
  listExpiringLots,
  listLedgerPage,
  listLots,
  lockLeaveOfAll,
  type LedgerRow,
} from './ledger-queries.ts'
import { formatAmount, fromHundredths, isLotValid, moveLot, takeFromLots } from './ledger.ts'
import { timeOffExpiringNotification } from './book-notifications.ts'
import {
  findMemberInScope,
  listGrantTargets,
  listMembersInScope,
  listStaffPage,
  type GrantTarget,
} from './staff-queries.ts'
import { listTypesAt } from './types.ts'
import { findType, type LeaveTypeRow } from './type-queries.ts'

/** The organisation of a list. The own one needs no check: the rows are those in scope anyway. */
export async function requireUnit(ctx: Ctx, scope: Scope, orgId: string | null) {
  const unit =
    orgId === null || orgId === ctx.actor.orgId
      ? await findUnitById(ctx, ctx.actor.orgId)
      : await findUnit(ctx, scope, orgId)
  return orNotFound(unit, '单位')
}

export async function getBalancePage(
  ctx: Ctx,
  { orgId, within, keyword, userId, ...page }: QueryOf<typeof leaveBookApi.balancePage>,
): Promise<DataOf<typeof leaveBookApi.balancePage>> {
  const scope = scopeOf(ctx, 'leave.balance')
  const org = await requireUnit(ctx, scope, orgId)
  const day = dayOf(ctx.now)
  const filter = { org, within, keyword, userId, from: day, to: day, isMain: true }
  const { items, ...counts } = await listStaffPage(ctx.db, scope, filter, page)
  const balances = Map.groupBy(
    await listBalances(
      ctx.db,
      items.map(({ personId }) => personId),
      day,
    ),
    ({ personId }) => personId,
  )
  const types = (await listTypesAt(ctx, org.id)).filter(({ needsBalance }) => needsBalance)
  const shown = items.map(({ userId, personId, name, number, department, orgName }) => ({
    userId,
    name,
    number,
    department,
    orgName,
    balances: (balances.get(personId) ?? []).map(({ typeId, amount, expiresOn }) => ({
      typeId,
      days: fromHundredths(amount),
      expiresOn,
    })),
  }))
  return { types: types.map(({ id, name }) => ({ id, name })), rows: { ...counts, items: shown } }
}

/** One's own rows, or those of somebody whose balances the caller keeps: of those who have left, up to that day. */
export async function getLedger(
  ctx: Ctx,
  { userId, typeId, ...page }: QueryOf<typeof leaveBookApi.ledger>,
): Promise<DataOf<typeof leaveBookApi.ledger>> {
  const { personId, overOn } =
    userId === null || userId === ctx.actor.userId
      ? { personId: ctx.actor.personId, overOn: null }
      : orNotFound(await findMemberInScope(ctx.db, scopeOf(ctx, 'leave.balance'), userId), '人员')
  const before = overOn === null ? null : startOfDay(overOn)
  const { items, ...counts } = await listLedgerPage(ctx.db, { personId, typeId, before }, page)
  return {
    ...counts,
    items: items.map(({ amount, balance, at, ...row }): LedgerEntry => ({
      ...row,
      days: fromHundredths(amount),
      balance: fromHundredths(balance),
      at: at.toISOString(),
    })),
  }
}

/** Grants days to many people at once, or corrects their balance. A correction downwards takes from their lots. */
export async function grantBalance(ctx: Ctx, form: BodyOf<typeof leaveBookApi.grant>) {
  const { typeId, kind, amount, expiresOn, note } = form
  const day = dayOf(ctx.now)
  if (kind === 'grant' && amount < 0) throw invalid([{ field: 'amount', msg: '发放的天数应大于0' }])
  if (expiresOn && expiresOn < day) throw invalid([{ field: 'expiresOn', msg: '有效期不能早于今天' }])
  const people = await listGranted(ctx, form, day)
  const type = orNotFound(await findType(ctx.db, typeId), '假期类型')
  requireGrantable(type, people)
  const personIds = people.map(({ personId }) => personId)
  const rows =
    amount > 0
      ? openLots(ctx, personIds, { typeId, kind, amount, validFrom: day, expiresOn, refId: null, note })
      : await takeFromAll(ctx, people, type, { amount: -amount, note, day })
  await insertLedger(ctx.db, rows, ctx.now)
  return { people: people.length }
}

async function listGranted(ctx: Ctx, { userIds, orgId, within }: BodyOf<typeof leaveBookApi.grant>, day: string) {
  const scope = scopeOf(ctx, 'leave.balance')
  const ids = [...new Set(userIds)]
  if (ids.length > 0) {
    const found = await listMembersInScope(ctx.db, scope, { ids, day })
    if (found.length < ids.length) throw new Refusal('所选人员中有人已离开或不在管理范围内，请刷新后重试')
    return [...new Map(found.map((one) => [one.personId, one])).values()]
  }
  const org = await requireUnit(ctx, scope, orgId)
  const filter = { org, within, keyword: '', from: day, to: day, isMain: true }
  const people = await listGrantTargets(ctx.db, scope, filter)
  if (people.length === 0) throw new Refusal('没有可以发放的人员')
  return people
}

/** A type of a school is for its own people only. */
function requireGrantable({ orgId, name, needsBalance, isDisabled }: LeaveTypeRow, people: readonly GrantTarget[]) {
  if (orgId !== null && people.some((one) => one.orgId !== orgId)) throw new Refusal('该假期类型只用于设置它的学校')
  if (!needsBalance || isDisabled) throw new Refusal(`${name}不使用余额，或已停用`)
}

export const openLots = (
  ctx: Pick<Ctx, 'actor'>,
  personIds: readonly string[],
  lot: Pick<LedgerRow, 'typeId' | 'kind' | 'amount' | 'validFrom' | 'expiresOn' | 'refId' | 'note'>,
): LedgerRow[] =>
  personIds.map((personId) => {
    const id = newId()
    return { ...lot, id, personId, lotId: id, byId: ctx.actor.kind === 'staff' ? ctx.actor.personId : null }
  })

async function takeFromAll(
  ctx: Ctx,
  people: readonly GrantTarget[],
  { id: typeId, name, unit }: LeaveTypeRow,
  { amount, note, day }: { amount: number; note: string; day: string },
): Promise<LedgerRow[]> {
  const personIds = people.map(({ personId }) => personId)
  await lockLeaveOfAll(ctx.db, personIds)
  const lots = Map.groupBy(await listLots(ctx.db, personIds, typeId), ({ personId }) => personId)
  return people.flatMap((person) => {
    const valid = (lots.get(person.personId) ?? []).filter((lot) => isLotValid(lot, day))
    const { parts, left } = takeFromLots(valid, amount)
    if (left > 0) throw new Refusal(`${person.name}的${name}余额不足，剩余${formatAmount(amount - left, unit)}`)
    return parts.map((part) => moveLot(ctx, part.lot, 'manual', -part.amount, null, note))
  })
}

/** What is left of lots that ended before today is written off. */
export async function expireBalances(ctx: Ctx) {
  const before = dayOf(ctx.now)
  const ended = await listExpiringLots(ctx.db, { before })
  if (ended.length === 0) return
  await lockLeaveOfAll(
    ctx.db,
    ended.map(({ personId }) => personId),
  )
  // Read again under the locks: a leave may have been taken or given back meanwhile.
  const rows = await listExpiringLots(ctx.db, { before })
  await insertLedger(
    ctx.db,
    rows.map((lot) => moveLot(ctx, lot, 'expiry', -lot.rest, null)),
    ctx.now,
  )
}

/** Days before the end of 调休 from which on its owner is reminded, once each. */
const remindedBefore = [30, 7]
/** A reminder that was missed is made up for in these days. Marks of what was sent are kept for longer. */
const mostDaysLate = 6

export async function remindOfExpiry(ctx: Ctx) {
  const today = dayOf(ctx.now)
  for (const before of remindedBefore) await remindOfLots(ctx, before, addDays(today, before))
}

async function remindOfLots(ctx: Ctx, before: number, last: string) {
  const lots = await listExpiringLots(ctx.db, { from: addDays(last, -mostDaysLate), to: last })
  const timeOff = lots.filter(({ kind }) => kind === 'time-off')
  for (const [key, of] of Map.groupBy(timeOff, ({ personId, expiresOn }) => `${personId} ${expiresOn}`)) {
    if (!(await effectOnce(ctx, `leave-lots ${before} ${key}`))) continue
    const { personId, expiresOn, lotId } = of[0]!
    const days = fromHundredths(of.reduce((sum, { rest }) => sum + rest, 0))
    await sendMessages(ctx, timeOffExpiringNotification, {
      to: [personId],
      values: { days: String(days), day: expiresOn! },
      url: '/application/TeacherAskForLeave',
      subject: { kind: 'leave-lot', id: lotId },
    })
  }
}

export const expireLots = defineJob({
  name: 'leave-balance.expire',
  title: '假期余额过期',
  cron: '10 0 * * *',
  minutes: 5,
  handle: expireBalances,
})
export const remindTimeOff = defineJob({
  name: 'leave-balance.remind',
  title: '调休到期提醒',
  cron: '0 9 * * *',
  handle: remindOfExpiry,
})
