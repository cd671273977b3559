import { found, invalid, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import type { CalendarDay, CalendarForm, DayKind } from '../../../contract-time.ts'
import { daysSet, deleteDays, storeDays, type DayRow } from '../../calendar-queries.ts'
import { daysBetween, daysFrom, weekdayOf } from '../../../contract-days.ts'
import { termsFor } from '../../term-queries.ts'
import { orgOf, type TimeOrg } from '../../time-org-queries.ts'
import { isAnnounced, nationalDay } from './holidays.ts'
import { districtIdIn, orgToEdit, orgToRead } from './reach.ts'
import { calendarChanged } from './saving-terms.ts'
import { weekOf } from './terms.ts'

const longestSpan = 800

interface Term {
  startsOn: string
  endsOn: string
}
interface SetDay {
  kind: DayKind
  asWeekday: number | null
  name: string
}
/** What is said of a day, the farthest first. The nearest that says anything counts. */
interface Layers {
  term: Term | undefined
  district?: SetDay | undefined
  school?: SetDay | undefined
}

/** A day of lessons goes by its own weekday, unless it is said which one; days without lessons by none. */
function lessonsOf({ kind, asWeekday }: SetDay, day: string): number | null {
  if (kind === 'make-up') return asWeekday
  return kind === 'class' ? (asWeekday ?? weekdayOf(day)) : null
}

/** What a day is. */
export function effectiveDay(day: string, { term, district, school }: Layers): CalendarDay {
  const week = term ? weekOf(term, day) : null
  const set = school ?? district
  if (set) {
    const source = school ? 'school' : 'district'
    return { day, kind: set.kind, asWeekday: lessonsOf(set, day), name: set.name, source, week }
  }
  const national = nationalDay(day)
  // In the holidays of schools nobody makes up for anything.
  if (national && (term || national.kind === 'rest')) return { day, ...national, source: 'national', week }
  const hasLessons = term !== undefined && weekdayOf(day) <= 5
  return {
    day,
    kind: hasLessons ? 'class' : 'rest',
    asWeekday: hasLessons ? weekdayOf(day) : null,
    name: '',
    source: 'usual',
    week,
  }
}

/** All that is known of these days: three questions, however long the time. */
async function readDays(ctx: Pick<Ctx, 'db'>, org: TimeOrg, from: string, to: string) {
  const terms = await termsFor(ctx.db, org.id)
  // The whole years: one holiday that the district has entered tells that it knows about the year.
  const rows = await daysSet(ctx.db, org.id, districtIdIn(org), `${from.slice(0, 4)}-01-01`, `${to.slice(0, 4)}-12-31`)
  const byDay = (isDistrict: boolean) =>
    new Map(rows.filter((row) => row.isDistrict === isDistrict).map((row) => [row.day, row]))
  const district = byDay(true)
  const school = byDay(false)
  const days = daysFrom(from, to).map((day) =>
    effectiveDay(day, {
      term: terms.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn),
      district: district.get(day),
      school: school.get(day),
    }),
  )
  return { days, rows }
}

function unannouncedIn(from: string, to: string, rows: readonly DayRow[]): number[] {
  const entered = new Set(
    rows.filter(({ isDistrict, kind }) => isDistrict && kind === 'rest').map(({ day }) => yearOf(day)),
  )
  const years = Array.from({ length: yearOf(to) - yearOf(from) + 1 }, (_, at) => yearOf(from) + at)
  return years.filter((year) => !isAnnounced(year) && !entered.has(year))
}
const yearOf = (day: string) => Number(day.slice(0, 4))

function refuseSpan(from: string, to: string) {
  const length = daysBetween(from, to)
  if (length < 0) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (length > longestSpan) throw invalid([{ field: 'to', msg: '时间跨度不超过两年' }])
}

export async function readCalendar(ctx: Ctx, { orgId, from, to }: { orgId: string | null; from: string; to: string }) {
  refuseSpan(from, to)
  const { days, rows } = await readDays(ctx, await orgToRead(ctx, orgId), from, to)
  return { days, unannounced: unannouncedIn(from, to, rows) }
}

/** What each of these days is in an organisation. Whoever asks has looked whether it may be told. */
export async function calendarOf(ctx: Pick<Ctx, 'db'>, orgId: string, from: string, to: string) {
  const { days } = await readDays(ctx, found(await orgOf(ctx.db, orgId), '组织'), from, to)
  return days
}

export async function saveCalendar(ctx: Ctx, { orgId, ...form }: CalendarForm) {
  refuseSpan(form.from, form.to)
  const org = await orgToEdit(ctx, 'term.edit', orgId)
  const asWeekday = form.kind === 'make-up' ? form.asWeekday : null
  const days = await storeDays(ctx.db, { ...form, orgId: org.id, asWeekday }, ctx.now)
  await publish(ctx, calendarChanged, { orgId: org.id })
  return { days }
}

export async function clearCalendar(ctx: Ctx, { orgId, from, to }: { orgId: string | null; from: string; to: string }) {
  refuseSpan(from, to)
  const org = await orgToEdit(ctx, 'term.edit', orgId)
  const days = await deleteDays(ctx.db, org.id, from, to)
  if (days > 0) await publish(ctx, calendarChanged, { orgId: org.id })
  return { days }
}
