import { dayOf, newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import type { LeaveBalance } from '../contract.ts'
import {
  insertLedger,
  listBalances,
  listLots,
  listTakenLots,
  lockLeaveOf,
  type LedgerRow,
  type Lot,
} from './ledger-queries.ts'
import { findType, type LeaveTypeRow } from './type-queries.ts'

/** Amounts are kept in hundredths of a day or an hour: 150 is 1.5. */
export const fromHundredths = (amount: number) => amount / 100
export const formatAmount = (amount: number, unit: LeaveTypeRow['unit']) =>
  `${fromHundredths(amount)}${unit === 'hour' ? '小时' : '天'}`

/** Divides an amount among lots in their order; what does not fit is left over. */
export function takeFromLots<L extends { rest: number }>(lots: readonly L[], amount: number) {
  let left = amount
  const parts: { lot: L; amount: number }[] = []
  for (const lot of lots) {
    const part = Math.min(lot.rest, left)
    if (part <= 0) continue
    parts.push({ lot, amount: part })
    left -= part
  }
  return { parts, left }
}

/** Whether a lot can be spent for something on that day. */
export const isLotValid = ({ validFrom, expiresOn }: Pick<Lot, 'validFrom' | 'expiresOn'>, day: string) =>
  (validFrom ?? day) <= day && (expiresOn ?? day) >= day

interface Taking {
  personId: string
  typeId: string
  /** In hundredths. */
  amount: number
  requestId: string
  /** The first day of the leave: a lot that has expired by then does not count. Default today. */
  on?: string
}

/** Takes a leave from the lots that expire first, and refuses if they are not enough. */
export async function takeFromBalance(ctx: Ctx, { personId, typeId, amount, requestId, on }: Taking) {
  if (amount === 0) return
  await lockLeaveOf(ctx.db, personId)
  const type = orNotFound(await findType(ctx.db, typeId), '假期类型')
  const day = on ?? dayOf(ctx.now)
  const lots = (await listLots(ctx.db, [personId], typeId)).filter((lot) => isLotValid(lot, day))
  const { parts, left } = takeFromLots(lots, amount)
  if (left > 0) throw new Refusal(`${type.name}余额不足，剩余${formatAmount(amount - left, type.unit)}`)
  const rows = parts.map((part) => moveLot(ctx, part.lot, 'leave', -part.amount, requestId))
  await insertLedger(ctx.db, rows, ctx.now)
}

/** Returns what a request took, or a part of it: first to the lots that expire last. */
export async function giveBack(ctx: Ctx, { requestId, amount }: { requestId: string; amount?: number }) {
  const taken = await listTakenLots(ctx.db, requestId)
  if (!taken[0]) return
  await lockLeaveOf(ctx.db, taken[0].personId)
  // Read again under the lock: two returns of one request must not give the same days twice.
  const lots = (await listTakenLots(ctx.db, requestId)).map((lot) => ({ ...lot, rest: lot.taken }))
  const { parts } = takeFromLots(lots, amount ?? lots.reduce((sum, { rest }) => sum + rest, 0))
  const rows = parts.map((part) => moveLot(ctx, part.lot, 'give-back', part.amount, requestId))
  await insertLedger(ctx.db, rows, ctx.now)
}

/** A row that takes from a lot or adds to it. */
export const moveLot = (
  ctx: Pick<Ctx, 'actor'>,
  { lotId, personId, typeId }: Pick<Lot, 'lotId' | 'personId' | 'typeId'>,
  kind: LedgerRow['kind'],
  amount: number,
  refId: string | null,
  note = '',
): LedgerRow => ({
  id: newId(),
  personId,
  typeId,
  kind,
  amount,
  validFrom: null,
  expiresOn: null,
  lotId,
  refId,
  note,
  byId: ctx.actor.kind === 'staff' ? ctx.actor.personId : null,
})

/** The balances of a person today; types without one are absent. */
export async function getBalances({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: string): Promise<LeaveBalance[]> {
  const balances = await listBalances(db, [personId], dayOf(now))
  return balances.map(({ typeId, name, amount, expiresOn, expiring }) => ({
    typeId,
    name,
    days: fromHundredths(amount),
    expiresOn,
    expiringDays: fromHundredths(expiring),
  }))
}
