import { type Ctx, daysBetween, getWeekday, invalid, listDays, orNotFound } from '#packages/core'
import { publish } from '#packages/jobs'
import { calendarChanged, type CalendarDay, type CalendarForm, type DayKind } from '../../../contract-time.ts'
import { listSetDays, deleteDays, upsertDays, type CalendarDayRow } from '../../calendar-queries.ts'
import { listTermRows } from '../../term-queries.ts'
import { findOrg, type OrgWithStages } from '../../time-org-queries.ts'
import { isYearAnnounced, findNationalDay } from './holidays.ts'
import { getDistrictId, getEditableOrg, getReadableOrg } from './time-scope.ts'
import { getWeekOfTerm } from './terms.ts'

const longestSpan = 800

interface TermDates {
  startsOn: string
  endsOn: string
}
interface CalendarSetting {
  kind: DayKind
  asWeekday: number | null
  name: string
}
/** The entries for a day, from the most general to the most specific. The most specific entry wins. */
interface DayLayers {
  term: TermDates | undefined
  district?: CalendarSetting | undefined
  school?: CalendarSetting | undefined
}

/** A school day uses its own weekday unless the entry names another; other days use none. */
function getLessonWeekday({ kind, asWeekday }: CalendarSetting, day: string): number | null {
  if (kind === 'make-up') return asWeekday
  return kind === 'class' ? (asWeekday ?? getWeekday(day)) : null
}

/** The kind of a day after all layers. */
export function getEffectiveDay(day: string, { term, district, school }: DayLayers): CalendarDay {
  const week = term ? getWeekOfTerm(term, day) : null
  const set = school ?? district
  if (set) {
    const source = school ? 'school' : 'district'
    return { day, kind: set.kind, asWeekday: getLessonWeekday(set, day), name: set.name, source, week }
  }
  const national = findNationalDay(day)
  // National make-up days do not apply outside the terms.
  if (national && (term || national.kind === 'rest')) return { day, ...national, source: 'national', week }
  const hasLessons = term !== undefined && getWeekday(day) <= 5
  return {
    day,
    kind: hasLessons ? 'class' : 'rest',
    asWeekday: hasLessons ? getWeekday(day) : null,
    name: '',
    source: 'regular',
    week,
  }
}

/** Loads all layers of these days with three queries, whatever the length of the range. */
async function loadDays(ctx: Pick<Ctx, 'db'>, org: OrgWithStages, from: string, to: string) {
  const terms = await listTermRows(ctx.db, org.id)
  // Whole years: one holiday entered by the district means that the year is announced.
  const rows = await listSetDays(
    ctx.db,
    org.id,
    getDistrictId(org),
    `${from.slice(0, 4)}-01-01`,
    `${to.slice(0, 4)}-12-31`,
  )
  const byDay = (isDistrict: boolean) =>
    new Map(rows.filter((row) => row.isDistrict === isDistrict).map((row) => [row.day, row]))
  const district = byDay(true)
  const school = byDay(false)
  const days = listDays(from, to).map((day) =>
    getEffectiveDay(day, {
      term: terms.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn),
      district: district.get(day),
      school: school.get(day),
    }),
  )
  return { days, rows }
}

function listUnannouncedYears(from: string, to: string, rows: readonly CalendarDayRow[]): number[] {
  const entered = new Set(
    rows.filter(({ isDistrict, kind }) => isDistrict && kind === 'rest').map(({ day }) => getYear(day)),
  )
  const years = Array.from({ length: getYear(to) - getYear(from) + 1 }, (_, at) => getYear(from) + at)
  return years.filter((year) => !isYearAnnounced(year) && !entered.has(year))
}
const getYear = (day: string) => Number(day.slice(0, 4))

function refuseWrongSpan(from: string, to: string) {
  const length = daysBetween(from, to)
  if (length < 0) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (length > longestSpan) throw invalid([{ field: 'to', msg: '时间跨度不超过两年' }])
}

export async function getCalendar(ctx: Ctx, { orgId, from, to }: { orgId: string | null; from: string; to: string }) {
  refuseWrongSpan(from, to)
  const { days, rows } = await loadDays(ctx, await getReadableOrg(ctx, orgId), from, to)
  return { days, unannounced: listUnannouncedYears(from, to, rows) }
}

/** The calendar of an organisation. Callers must check the scope. */
export async function listCalendarDays(ctx: Pick<Ctx, 'db'>, orgId: string, from: string, to: string) {
  const { days } = await loadDays(ctx, orNotFound(await findOrg(ctx.db, orgId), '组织'), from, to)
  return days
}

export async function saveCalendar(ctx: Ctx, { orgId, ...form }: CalendarForm) {
  refuseWrongSpan(form.from, form.to)
  const org = await getEditableOrg(ctx, 'term.edit', orgId)
  const asWeekday = form.kind === 'make-up' ? form.asWeekday : null
  const days = await upsertDays(ctx.db, { ...form, orgId: org.id, asWeekday }, ctx.now)
  await publish(ctx, calendarChanged, { orgId: org.id })
  return { days }
}

export async function clearCalendar(ctx: Ctx, { orgId, from, to }: { orgId: string | null; from: string; to: string }) {
  refuseWrongSpan(from, to)
  const org = await getEditableOrg(ctx, 'term.edit', orgId)
  const days = await deleteDays(ctx.db, org.id, from, to)
  if (days > 0) await publish(ctx, calendarChanged, { orgId: org.id })
  return { days }
}
