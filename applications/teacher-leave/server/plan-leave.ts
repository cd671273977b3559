import { addDays, dayOf, daysBetween, orNotFound, Refusal, type Ctx } from '#packages/core'
import type { WorkDay } from '#kernel/schooling/contract.ts'
import { getWorkTimes, listHalfDays, listWorkDays } from '#kernel/schooling/server/api.ts'
import type { LeaveSpan } from '../contract.ts'
import { countDays, sumHalves, type CountedSpan, type CountRule } from './count-days.ts'
import { findOverlap, listDays, listDaysOfType, listPlaces, type PlacedHalf } from './day-queries.ts'
import { formatAmount, fromHundredths, isLotValid } from './ledger.ts'
import { listBalances, listTakenLots } from './ledger-queries.ts'
import { requireOpenMonths } from './months.ts'
import type { Applicant, RequestRow } from './request-queries.ts'
import { leaveSetting } from './settings.ts'
import { findType, type LeaveTypeRow } from './type-queries.ts'
import { listTypesAt } from './types.ts'

export interface LeavePlan {
  type: LeaveTypeRow
  span: LeaveSpan
  halves: PlacedHalf[]
  amount: number
  /** The same in days, also for a type by the hour. */
  days: number
  composition: string
  problems: string[]
  needsProof: boolean
  /** Working days after the return until which it may follow; 0 if it must be there at once. */
  proofDays: number
  balanceAfter: number | null
}

interface PlanRequest {
  applicant: Applicant
  span: LeaveSpan
  /** The request that is submitted again: its days and its balance are free. */
  own?: RequestRow | undefined
  /** The request that this one would replace. */
  replaced?: RequestRow | undefined
  isByAdministrator?: boolean
  /** It was long ago, as a sheet says: limits and balances of today do not apply. */
  isHistory?: boolean
  hasFiles?: boolean
}

const longestDays = 366
const formatDay = (day: string) => day.slice(5)
export const formatHalf = (half: 'am' | 'pm') => (half === 'am' ? '上午' : '下午')
export const formatSpan = ({ startsOn, startHalf, endsOn, endHalf }: Omit<CountedSpan, 'startTime' | 'endTime'>) =>
  `${formatDay(startsOn)}${formatHalf(startHalf)}至${formatDay(endsOn)}${formatHalf(endHalf)}`

/** Refuses a span that ends before it begins. Of a type by the hour the halves follow from the times. */
async function readSpan(ctx: Ctx, applicant: Applicant, { unit }: LeaveTypeRow, form: LeaveSpan): Promise<LeaveSpan> {
  const wrong = new Refusal('结束时间不能早于开始时间')
  if (form.endsOn < form.startsOn) throw wrong
  if (daysBetween(form.startsOn, form.endsOn) >= longestDays) throw new Refusal(`一次请假不能超过${longestDays}天`)
  if (unit === 'half-day') {
    if (form.startsOn === form.endsOn && form.endHalf < form.startHalf) throw wrong
    return { ...form, startTime: null, endTime: null }
  }
  const { startTime, endTime } = form
  if (startTime === null || endTime === null) throw new Refusal('请填写开始和结束的时间')
  if (form.startsOn === form.endsOn && endTime <= startTime) throw wrong
  const noon = formatClock((await getWorkTimes(ctx, applicant.orgId)).am[1])
  return { ...form, startHalf: startTime < noon ? 'am' : 'pm', endHalf: endTime > noon ? 'pm' : 'am' }
}

export const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * The half-days of a leave with where the person works then: a transfer splits it, and each part goes by the calendar of
 * its organisation. Days after the last membership are no days of leave.
 */
export async function countPlacedDays(
  ctx: Ctx,
  { personId, memberId, orgId }: { personId: string; memberId: string; orgId: string },
  rule: CountRule,
  span: CountedSpan,
): Promise<PlacedHalf[]> {
  const places = await listPlaces(ctx.db, personId, span.startsOn, span.endsOn)
  const isAt = ({ beginsOn, overOn }: (typeof places)[number], day: string) =>
    beginsOn <= day && (overOn === null || overOn > day)
  const calendars = new Map<
    string,
    { days: readonly WorkDay[]; times: Awaited<ReturnType<typeof getWorkTimes>> | null }
  >()
  const load = async (id: string) => {
    const known = calendars.get(id)
    if (known) return known
    const days = await listWorkDays(ctx, id, span.startsOn, span.endsOn)
    const calendar = { days, times: rule.unit === 'hour' ? await getWorkTimes(ctx, id) : null }
    calendars.set(id, calendar)
    return calendar
  }
  const placeOn = (day: string) => {
    const here = places.filter((place) => isAt(place, day))
    const place = here.find((one) => one.memberId === memberId) ?? here[0]
    if (place) return place.orgId
    // Before the first membership that is known, an administrator enters days of old; after the last there are none.
    return places.some(({ beginsOn }) => beginsOn <= day) ? undefined : orgId
  }
  const home = await load(orgId)
  const orgOf = new Map(home.days.map(({ day }) => [day, placeOn(day)]))
  const halves: PlacedHalf[] = []
  for (const at of new Set(orgOf.values())) {
    if (at === undefined) continue
    const { days, times } = await load(at)
    for (const half of countDays(days, times, rule, span))
      if (orgOf.get(half.day) === at) halves.push({ ...half, orgId: at })
  }
  return halves.toSorted((a, b) => (`${a.day}${a.half}` < `${b.day}${b.half}` ? -1 : 1))
}

/** What a leave would be: its days, and everything that speaks against it. Writes nothing. */
export async function planLeave(ctx: Ctx, request: PlanRequest): Promise<LeavePlan> {
  const { applicant, replaced } = request
  const { typeId } = request.span
  const offered = (await listTypesAt(ctx, applicant.orgId)).find(({ id }) => id === typeId)
  const type = orNotFound(
    offered ?? (replaced?.typeId === typeId ? await findType(ctx.db, typeId) : undefined),
    '假期类型',
  )
  const span = await readSpan(ctx, applicant, type, request.span)
  const halves = await countPlacedDays(ctx, applicant, type, span)
  const amount = sumHalves(halves)
  const { am, pm } = await getWorkTimes(ctx, applicant.orgId)
  const toDays = (counted: number) =>
    type.unit === 'hour' ? (counted * 60) / (am[1] - am[0] + pm[1] - pm[0]) : counted / 100
  const days = toDays(amount)
  const setting = await leaveSetting.read(ctx, applicant.orgPath)
  const needsProof = type.proofAfterDays !== null && days > type.proofAfterDays
  const except = [request.own, replaced].flatMap((one) => (one ? [one.id] : []))
  const facts = { ...request, type, span, halves, amount, days, except, setting, toDays }
  const balance = await getAvailable(ctx, facts)
  const problems = amount === 0 ? ['所选时间内没有工作日，无需请假'] : await listProblems(ctx, facts)
  if (balance !== null && balance < amount)
    problems.push(`${type.name}余额不足，剩余${formatAmount(balance, type.unit)}`)
  if (needsProof && !request.hasFiles && setting.proofDays === 0)
    problems.push(`${type.name}超过${type.proofAfterDays}天须上传${type.kind === 'sick' ? '医院' : ''}证明`)
  return {
    type,
    span,
    halves,
    amount,
    days,
    composition: type.kind === 'maternity' ? describeMaternity(setting, span) : '',
    problems,
    needsProof,
    proofDays: setting.proofDays,
    balanceAfter: balance === null ? null : fromHundredths(balance - amount),
  }
}

type LeaveSettings = Awaited<ReturnType<typeof leaveSetting.read>>
interface PlanFacts extends PlanRequest {
  type: LeaveTypeRow
  halves: readonly PlacedHalf[]
  amount: number
  days: number
  except: readonly string[]
  setting: LeaveSettings
  toDays: (counted: number) => number
}

/** The parts of 产假 by the policy, in days. */
const listMaternityParts = (setting: LeaveSettings, { isDifficult = false, babies = 1 }: LeaveSpan) =>
  [
    { title: '基础', days: setting.maternityBase },
    { title: '奖励', days: setting.maternityAward },
    { title: '难产', days: isDifficult ? setting.maternityDifficult : 0 },
    { title: '多胞胎', days: (babies - 1) * setting.maternityMultiple },
  ].filter(({ days }) => days > 0)
const sumParts = (parts: ReturnType<typeof listMaternityParts>) => parts.reduce((sum, { days }) => sum + days, 0)

function describeMaternity(setting: LeaveSettings, span: LeaveSpan) {
  const parts = listMaternityParts(setting, span)
  return `${parts.map(({ title, days }) => `${title}${days}天`).join(' + ')} = ${sumParts(parts)}天`
}

/** What is left of a type with a balance on the first day, with what the request itself and the replaced one hold. */
async function getAvailable(
  ctx: Ctx,
  { applicant, type, span, own, replaced, isHistory }: PlanFacts,
): Promise<number | null> {
  if (!type.needsBalance || isHistory) return null
  const balances = await listBalances(ctx.db, [applicant.personId], span.startsOn)
  let available = balances.find(({ typeId }) => typeId === type.id)?.amount ?? 0
  for (const held of [own, replaced])
    for (const lot of held ? await listTakenLots(ctx.db, held.id) : [])
      if (lot.typeId === type.id && isLotValid(lot, span.startsOn)) available += lot.taken
  return available
}

async function listProblems(ctx: Ctx, facts: PlanFacts): Promise<string[]> {
  const { applicant, type, span, halves, replaced, isByAdministrator = false, except, setting } = facts
  const problems: string[] = []
  if (type.sexLimit && applicant.sex !== type.sexLimit) problems.push(`${type.name}仅限${type.sexLimit}教职工`)
  const toMoment = (day: string, time: string | null) => time && `${day} ${time}`
  const overlap = await findOverlap(ctx.db, {
    personId: applicant.personId,
    halves,
    startsAt: toMoment(span.startsOn, span.startTime),
    endsAt: toMoment(span.endsOn, span.endTime),
    except,
  })
  if (overlap) problems.push(`与${overlap.startsOn}至${overlap.endsOn}的${overlap.typeName}重叠`)
  const backdate = type.backdateDays ?? setting.backdateDays
  const isEarlier = !replaced || span.startsOn < replaced.startsOn
  if (!isByAdministrator && isEarlier && daysBetween(span.startsOn, dayOf(ctx.now)) > backdate)
    problems.push(`最多可补请${backdate}天内的假`)
  if (!isByAdministrator && type.kind === 'maternity') {
    const most = sumParts(listMaternityParts(setting, span))
    if (facts.days > most) problems.push(`${type.name}最多${most}天，请联系考勤管理员`)
  }
  try {
    await requireOpenDays(
      ctx,
      replaced ? listTouched(halves, await listDays(ctx.db, replaced.id), replaced.typeId === type.id) : halves,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push(error.message)
  }
  return facts.isHistory ? problems : [...problems, ...(await listLimitProblems(ctx, facts))]
}

/** The half-days that a change adds, removes or counts otherwise. */
const listTouched = (after: readonly PlacedHalf[], before: readonly PlacedHalf[], isSameType: boolean) => {
  const toKey = ({ day, half, counted, orgId }: PlacedHalf) => `${day} ${half} ${counted} ${orgId}`
  const missing = (some: readonly PlacedHalf[], others: readonly PlacedHalf[]) => {
    const known = new Set(others.map(toKey))
    return some.filter((one) => !known.has(toKey(one)))
  }
  return isSameType ? [...missing(after, before), ...missing(before, after)] : [...after, ...before]
}

/** Refuses days of closed months, each by the organisation where the person worked. */
export async function requireOpenDays(ctx: Pick<Ctx, 'db'>, halves: readonly PlacedHalf[]) {
  for (const [orgId, some] of Map.groupBy(halves, (half) => half.orgId))
    await requireOpenMonths(
      ctx,
      orgId,
      some.map(({ day }) => day),
    )
}

/** The limits of a year, and of leave without a working day in between. */
async function listLimitProblems(ctx: Ctx, { applicant, type, span, halves, except, toDays }: PlanFacts) {
  const problems: string[] = []
  const of = { personId: applicant.personId, typeId: type.id, except }
  if (type.maxDaysPerYear !== null)
    for (const [year, some] of Map.groupBy(halves, ({ day }) => day.slice(0, 4))) {
      const others = await listDaysOfType(ctx.db, { ...of, from: `${year}-01-01`, to: `${year}-12-31` })
      if (toDays(sumHalves(some) + sumHalves(others)) * 100 > type.maxDaysPerYear)
        problems.push(`${type.name}本年度累计不能超过${fromHundredths(type.maxDaysPerYear)}天`)
    }
  if (type.maxConsecutive !== null) {
    const from = addDays(span.startsOn, -longestDays)
    const to = addDays(span.endsOn, longestDays)
    const others = await listDaysOfType(ctx.db, { ...of, from, to })
    const days = others.length === 0 ? [] : await listWorkDays(ctx, applicant.orgId, from, to)
    const counted = sumHalves(halves) + countAdjacent(days, others, span)
    if (toDays(counted) * 100 > type.maxConsecutive)
      problems.push(`${type.name}连续不能超过${fromHundredths(type.maxConsecutive)}天`)
  }
  return problems
}

interface CountedDay {
  day: string
  half: 'am' | 'pm'
  counted: number
}

/** What other leave counts that touches a span, if only days off lie between them. */
export function countAdjacent(days: readonly WorkDay[], others: readonly CountedDay[], span: CountedSpan): number {
  if (others.length === 0) return 0
  const taken = new Map(others.map((one) => [`${one.day}${one.half}`, one.counted]))
  const all = listHalfDays(days, { from: days[0]!.day, fromHalf: 'am', to: days.at(-1)!.day, toHalf: 'pm' })
  const key = ({ day, half }: { day: string; half: string }) => `${day}${half}`
  const start = `${span.startsOn}${span.startHalf}`
  const end = `${span.endsOn}${span.endHalf}`
  let sum = 0
  for (const side of [all.filter((one) => key(one) < start).toReversed(), all.filter((one) => key(one) > end)])
    for (const one of side) {
      const counted = taken.get(key(one))
      if (counted === undefined && one.isWorking) break
      sum += counted ?? 0
    }
  return sum
}
