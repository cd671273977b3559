import type { DataOf, QueryOf } from '#packages/contract'
import { addDays, dayOf, newId, Refusal, type Ctx } from '#packages/core'
import { describeClasses, findSchemeOn, listPeriodSchemesOf } from '#kernel/schooling/server/api.ts'
import type { coverApi, CreditKind } from '../contract.ts'
import {
  findCredit,
  findSettlement,
  insertCredits,
  insertSettlement,
  listCreditsOf,
  listSettledMonths,
  lockMonths,
  shareMonths,
  sumMonth,
  type Credit,
  type MonthSum,
} from './credit-queries.ts'
import { coverSetting } from './settings.ts'

const toFirst = (month: string) => `${month.slice(0, 7)}-01`
/** 32 days later it is the next month. */
const getNext = (first: string) => toFirst(addDays(first, 32))
/** 2026年10月 */
export const formatMonth = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5, 7))}月`

/** The month of the day if it is open, otherwise the next one that is. Waits for whoever settles a month. */
export async function getOpenMonth(ctx: Pick<Ctx, 'db'>, orgId: string, day: string): Promise<string> {
  await shareMonths(ctx.db, orgId)
  return findOpenMonth(ctx, orgId, day)
}

async function findOpenMonth({ db }: Pick<Ctx, 'db'>, orgId: string, day: string): Promise<string> {
  const settled = new Set(await listSettledMonths(db, orgId, toFirst(day)))
  let month = toFirst(day)
  while (settled.has(month)) month = getNext(month)
  return month
}

export interface EarnedCredit {
  legId: string
  memberId: string
  day: string
  kind: CreditKind
  hundredths: number
}

/**
 * Credits of lessons that are over, once per leg: a second call changes nothing. A lesson of a settled month is paid in
 * the first open one. Lessons without credit have none.
 */
export async function addCredits(ctx: Ctx, orgId: string, earned: readonly EarnedCredit[]): Promise<void> {
  const months = new Map<string, string>()
  for (const month of new Set(earned.map(({ day }) => toFirst(day))))
    months.set(month, await getOpenMonth(ctx, orgId, month))
  const rows = earned
    .filter(({ hundredths }) => hundredths > 0)
    .map((credit) => ({
      ...credit,
      id: newId(),
      month: months.get(toFirst(credit.day))!,
      reversesId: null,
      note: '',
      createdBy: null,
    }))
  if (rows.length > 0) await insertCredits(ctx.db, orgId, rows, ctx.now)
}

export interface MonthStatistics {
  rows: MonthSum[]
  /** In hundredths. */
  total: number
  settled: { at: string; by: string } | null
  maySettle: boolean
}

/** What a school gave and what is paid in a month, 2026-10. Callers must check the scope. */
export async function getMonthStatistics(
  ctx: Ctx,
  { id, path }: { id: string; path: string },
  month: string,
): Promise<MonthStatistics> {
  const first = toFirst(month)
  const rows = await sumMonth(ctx.db, id, first)
  const settlement = await findSettlement(ctx.db, id, first)
  return {
    rows,
    total: rows.reduce((sum, { hours }) => sum + hours, 0),
    settled: settlement ? { at: settlement.at.toISOString(), by: settlement.by } : null,
    maySettle: !settlement && dayOf(ctx.now) >= (await getSettleDay(ctx, path, first)),
  }
}

/** From this day of the next month on a month can be settled. */
async function getSettleDay(ctx: Ctx, orgPath: string, first: string) {
  const { settleDay } = await coverSetting.read(ctx, orgPath)
  return addDays(getNext(first), settleDay - 1)
}

/** Settles a month: its credits stay as they are. Callers must check the scope. */
export async function settleMonth(ctx: Ctx, { id, path }: { id: string; path: string }, month: string) {
  const first = toFirst(month)
  await lockMonths(ctx.db, id)
  if (await findSettlement(ctx.db, id, first)) throw new Refusal(`${formatMonth(month)}已结算，不能修改，请在下月冲正`)
  const day = await getSettleDay(ctx, path, first)
  if (dayOf(ctx.now) < day) throw new Refusal(`${formatMonth(month)}从${day}起可以结算`)
  const { personId: by } = ctx.actor
  return { total: await insertSettlement(ctx.db, { orgId: id, month: first, by }, ctx.now) }
}

/**
 * Takes a credit back in the first month that is open, and writes another one instead unless `hours` is 0. Returns that
 * month. Callers must check the scope.
 */
export async function correctCredit(
  ctx: Ctx,
  { creditId, hours, reason }: { creditId: string; hours: number; reason: string },
): Promise<{ month: string }> {
  const { orgId } = (await findCredit(ctx.db, creditId))!
  await lockMonths(ctx.db, orgId)
  const credit = (await findCredit(ctx.db, creditId))!
  if (credit.reversesId !== null) throw new Refusal('冲正记录不能更正')
  if (credit.isReversed) throw new Refusal('该课时已更正')
  if (credit.hours === hours) throw new Refusal('课时没有变化')
  const month = await findOpenMonth(ctx, orgId, credit.month)
  const { memberId, day, kind } = credit
  const common = { memberId, day, month, kind, note: reason, createdBy: ctx.actor.personId }
  const reversal = { ...common, id: newId(), legId: credit.legId, hundredths: -credit.hours, reversesId: creditId }
  const instead = { ...common, id: newId(), legId: null, hundredths: hours, reversesId: null }
  await insertCredits(ctx.db, orgId, hours === 0 ? [reversal] : [reversal, instead], ctx.now)
  return { month: month.slice(0, 7) }
}

/** 八(2)班数学课 第3节 */
async function nameLessons(ctx: Ctx, credits: readonly Credit[]): Promise<(credit: Credit) => string> {
  const [first] = credits
  if (!first) return () => ''
  const days = credits.map(({ day }) => day).toSorted()
  const schemes = await listPeriodSchemesOf(ctx, first.orgId, days[0]!, days.at(-1)!)
  const classIds = [...new Set(credits.flatMap(({ classId }) => classId ?? []))]
  const classes = await describeClasses(ctx, { classIds }, days[0]!)
  return ({ legId, gradeId, classId, groupName, subjectName, day, periodId }) => {
    if (legId === null) return '更正'
    const period = findSchemeOn(schemes, gradeId, day)?.periods.find(({ slotId }) => slotId === periodId)?.name ?? ''
    return `${classId === null ? groupName : (classes.get(classId)?.label ?? '') + subjectName}课 ${period}`.trim()
  }
}

/** The credits of a member in a month, with their lessons. Callers must check the scope. */
export async function listMonthCredits(ctx: Ctx, userId: string, month: string) {
  const credits = await listCreditsOf(ctx.db, userId, toFirst(month))
  const nameOf = await nameLessons(ctx, credits)
  return credits.map((credit) => ({ ...credit, lesson: nameOf(credit) }))
}

export async function getMyCredits(
  ctx: Ctx,
  query: QueryOf<typeof coverApi.myCredits>,
): Promise<DataOf<typeof coverApi.myCredits>> {
  const { userId, orgId } = ctx.actor
  const month = query.month ?? dayOf(ctx.now).slice(0, 7)
  const credits = await listMonthCredits(ctx, userId, month)
  return {
    month,
    total: credits.reduce((sum, { hours }) => sum + hours, 0),
    isSettled: (await findSettlement(ctx.db, orgId, toFirst(month))) !== undefined,
    rows: credits.map(({ day, lesson, kind, hours, note }) => ({ day, lesson, kind, hours, note })),
  }
}
