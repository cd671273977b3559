import { addDays, type Ctx, dayOf, getWeekday, listDays, orNotFound, startOfDay } from '#packages/core'
import { halves, type Half, type WorkDay, type WorkDayType } from '../../../contract-time.ts'
import { listSetDaysOf, type CalendarDayRow } from '../../calendar-queries.ts'
import { workTimeSetting } from '../../settings.ts'
import { listTermDatesOf } from '../../term-queries.ts'
import { findOrg, listOrgs, type OrgWithStages } from '../../time-org-queries.ts'
import { findNationalDay, isYearAnnounced } from './holidays.ts'
import { getDistrictId, isDistrictOrg } from './time-scope.ts'

interface TermDates {
  startsOn: string
  endsOn: string
}
type Entry = Pick<CalendarDayRow, 'kind' | 'name' | 'isDistrict'>
interface WorkDayLayers {
  /** A bureau also works outside the terms, and its schools' days off are not its own. */
  isBureau: boolean
  /** In the order of their dates. */
  terms: readonly TermDates[]
  /** The entry of the school or, without one, of the district. */
  entry?: Entry | undefined
}

const isWeekend = (day: string) => getWeekday(day) > 5

/**
 * Whether the day is between two terms. After the last term that is known the holidays end with August or February:
 * otherwise a school that has not entered its next term would never work again.
 */
function isVacation(day: string, terms: readonly TermDates[]): boolean {
  const last = terms.findLast(({ startsOn }) => startsOn <= day)
  if (!last || day <= last.endsOn) return false
  if (terms.some(({ startsOn }) => startsOn > day)) return true
  const year = Number(last.endsOn.slice(0, 4))
  const month = Number(last.endsOn.slice(5, 7))
  if (month >= 3 && month <= 8) return day < `${year}-09-01`
  return day < `${month === 12 ? year + 1 : year}-03-01`
}

function getEntryType(day: string, { kind, isDistrict }: Entry): WorkDayType {
  if (kind === 'rest') {
    const isHoliday = findNationalDay(day)?.kind === 'rest' || (isDistrict && !isYearAnnounced(Number(day.slice(0, 4))))
    return isHoliday ? 'holiday' : 'closed'
  }
  if (kind === 'closed') return 'closed'
  return isWeekend(day) ? 'make-up' : 'work'
}

/** Whether the staff of an organisation work on a day, and why. */
export function getWorkDay(day: string, { isBureau, terms, entry }: WorkDayLayers): WorkDay {
  const of = (type: WorkDayType, name = ''): WorkDay => ({
    day,
    type,
    name,
    isWorking: type === 'work' || type === 'make-up',
  })
  // The entries of the district are for its schools. Only until the State Council has announced a year are they the
  // holidays of the bureau too.
  const isOwn = entry && (!isBureau || !isYearAnnounced(Number(day.slice(0, 4))))
  if (isOwn) return of(getEntryType(day, entry), entry.name)
  const national = findNationalDay(day)
  if (national?.kind === 'rest') return of('holiday', national.name)
  if (!isBureau && isVacation(day, terms)) return of('vacation')
  if (national) return of('make-up', national.name)
  return of(isWeekend(day) ? 'weekend' : 'work')
}

async function loadWorkDays({ db }: Pick<Ctx, 'db'>, orgs: readonly OrgWithStages[], from: string, to: string) {
  const orgIds = orgs.map(({ id }) => id)
  const terms = Map.groupBy(await listTermDatesOf(db, orgIds), ({ orgId }) => orgId)
  const nodes = new Set([...orgIds, ...orgs.map(getDistrictId)])
  const set = Map.groupBy(await listSetDaysOf(db, [...nodes], from, to), ({ orgId }) => orgId.replaceAll('-', ''))
  const days = listDays(from, to)
  return new Map(
    orgs.map((org) => {
      const [districtId, ownId] = [getDistrictId(org), org.id.replaceAll('-', '')]
      const entries = new Map<string, Entry>()
      for (const id of [districtId, ownId])
        for (const row of set.get(id) ?? []) entries.set(row.day, { ...row, isDistrict: id === districtId })
      const layers = { isBureau: isDistrictOrg(org), terms: terms.get(org.id) ?? [] }
      return [org.id, days.map((day) => getWorkDay(day, { ...layers, entry: entries.get(day) }))]
    }),
  )
}

const requireOrg = async ({ db }: Pick<Ctx, 'db'>, orgId: string) => orNotFound(await findOrg(db, orgId), '组织')

/** The working days of an organisation. Callers must check the scope. */
export const listWorkDays = async (ctx: Pick<Ctx, 'db'>, orgId: string, from: string, to: string) =>
  (await loadWorkDays(ctx, [await requireOrg(ctx, orgId)], from, to)).get(orgId)!

/** The same of several organisations, in as many queries as of one. */
export const listWorkDaysOf = async (ctx: Pick<Ctx, 'db'>, orgIds: readonly string[], from: string, to: string) =>
  loadWorkDays(ctx, await listOrgs(ctx.db, orgIds), from, to)

/** From a half of a day to a half of a day, both included. */
export interface HalfDaySpan {
  from: string
  fromHalf: Half
  to: string
  toHalf: Half
}

const bothHalves = Object.keys(halves) as Half[]

/** The halves of days of a span: all sums of days come from them. The days must cover the span. */
export function listHalfDays(days: readonly WorkDay[], { from, fromHalf, to, toHalf }: HalfDaySpan) {
  const found: (WorkDay & { half: Half })[] = []
  for (const day of days) {
    if (day.day < from || day.day > to) continue
    for (const half of bothHalves)
      if (!(day.day === from && half < fromHalf) && !(day.day === to && half > toHalf)) found.push({ ...day, half })
  }
  return found
}

/** A stretch of working time, in minutes after midnight. */
type Stretch = readonly [from: number, to: number]
const minute = 60_000
const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** When `minutes` of working time have passed since a moment; undefined if that is after the last of the days. */
export function addWorkMinutes(
  days: readonly WorkDay[],
  stretches: readonly Stretch[],
  since: Date,
  minutes: number,
): Date | undefined {
  let left = minutes * minute
  for (const { day, isWorking } of days) {
    if (!isWorking) continue
    const midnight = startOfDay(day).getTime()
    for (const [from, to] of stretches) {
      const begins = Math.max(midnight + from * minute, since.getTime())
      const length = midnight + to * minute - begins
      if (length <= 0) continue
      if (length >= left) return new Date(begins + left)
      left -= length
    }
  }
  return undefined
}

/** The working time of each half of a day. */
export type WorkTimes = Readonly<Record<Half, Stretch>>

async function readWorkTimes(ctx: Pick<Ctx, 'app' | 'db'>, org: OrgWithStages): Promise<WorkTimes> {
  const { morningFrom, morningTo, afternoonFrom, afternoonTo } = await workTimeSetting.read(ctx, org.path)
  return {
    am: [toMinutes(morningFrom), toMinutes(morningTo)],
    pm: [toMinutes(afternoonFrom), toMinutes(afternoonTo)],
  }
}

/** When the staff of an organisation work on a working day. */
export const getWorkTimes = async (ctx: Pick<Ctx, 'app' | 'db'>, orgId: string) =>
  readWorkTimes(ctx, await requireOrg(ctx, orgId))

const daysAtOnce = 92
const mostDays = 10 * daysAtOnce

/**
 * When that many hours of working time have passed: a request of Friday at four with a limit of four hours is due on
 * Monday. The hours of work are a setting of the organisation.
 */
export async function addWorkHours(
  ctx: Pick<Ctx, 'app' | 'db'>,
  orgId: string,
  since: Date,
  hours: number,
): Promise<Date> {
  const org = await requireOrg(ctx, orgId)
  const { am, pm } = await readWorkTimes(ctx, org)
  const stretches = [am, pm]
  const first = dayOf(since)
  for (let count = daysAtOnce; count <= mostDays; count += daysAtOnce) {
    const days = (await loadWorkDays(ctx, [org], first, addDays(first, count - 1))).get(org.id)!
    const due = addWorkMinutes(days, stretches, since, hours * 60)
    if (due) return due
  }
  throw new Error(`no ${hours} hours of work within ${mostDays} days`)
}
