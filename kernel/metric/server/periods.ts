import type { PeriodKind } from '#packages/contract'
import { addDays, daysBetween, getMonday, getWeekday } from '#packages/core'
import type { CountedPeriod } from '#packages/crud'

interface Days {
  from: string
  to: string
}

interface TermPeriod extends Days {
  name: string
}

export interface ResolvedPeriod extends CountedPeriod {
  label: string
  previous: string | null
  next: string | null
  /** 比上月同期 */
  comparison: string
}

const earlier = (one: string, other: string) => (one < other ? one : other)

/** Nothing is older. */
const firstDay = '2000-01-01'
const weekdays = '一二三四五六日'
const shortDay = (day: string) => day.slice(5)

/** How many days the periods have that end today. */
const lastDays = { last7: 7, last30: 30, last90: 90, last365: 365 } as const
type LastKind = keyof typeof lastDays
type TurnedKind = Exclude<PeriodKind, LastKind>
const isLast = (kind: PeriodKind): kind is LastKind => kind in lastDays

/** The days of a kind of period around a day; undefined for a day in no term. */
function findDays(kind: TurnedKind, on: string, terms: readonly TermPeriod[]): Days | undefined {
  switch (kind) {
    case 'day':
      return { from: on, to: on }
    case 'week':
      return { from: getMonday(on), to: addDays(getMonday(on), 6) }
    case 'month': {
      const from = `${on.slice(0, 7)}-01`
      // 32 days later it is the next month.
      return { from, to: addDays(`${addDays(from, 32).slice(0, 7)}-01`, -1) }
    }
    case 'term': {
      const inOrder = terms.toSorted((one, other) => (one.from < other.from ? -1 : 1))
      return inOrder.findLast(({ from }) => from <= on) ?? inOrder[0]
    }
  }
}

/**
 * The period around a day, the one before to compare with, and its days or weeks. Days after today are not counted; an
 * unfinished period is compared with as many days of the one before.
 */
export function resolvePeriod(
  kind: PeriodKind,
  on: string,
  { today, terms }: { today: string; terms: readonly TermPeriod[] },
): ResolvedPeriod | undefined {
  if (isLast(kind)) return resolveLastDays(kind, today)
  const whole = findDays(kind, earlier(on, today), terms)
  if (!whole) return undefined
  const { from } = whole
  const to = earlier(whole.to, today)
  const previous = findPrevious(kind, whole, terms)
  const next = addDays(whole.to, 1)
  const isPartial = to < whole.to
  const isCurrent = from <= today && today <= whole.to
  return {
    kind,
    from,
    to,
    label: getLabel(kind, whole, terms),
    name: getName(kind, whole, { isCurrent, terms }),
    previous: previous ? previous.from : null,
    next:
      next <= today && (kind !== 'term' || terms.some((term) => term.from >= next && term.from <= today)) ? next : null,
    before: previous && {
      from: previous.from,
      to: isPartial ? earlier(previous.to, addDays(previous.from, daysBetween(from, to))) : previous.to,
    },
    comparison: `比${{ day: '前一天', week: '上周', month: '上月', term: '上学期' }[kind]}${isPartial ? '同期' : ''}`,
    steps: listSteps(kind, { from, to }),
  }
}

/** The last days up to today, compared with as many days before. A year is compared with none. */
function resolveLastDays(kind: LastKind, today: string): ResolvedPeriod {
  const count = lastDays[kind]
  const from = addDays(today, 1 - count)
  return {
    kind,
    from,
    to: today,
    label: `${from} 至 ${count > 300 ? today : shortDay(today)}`,
    name: `近 ${count} 天`,
    previous: null,
    next: null,
    before: count > 300 ? null : { from: addDays(from, -count), to: addDays(from, -1) },
    comparison: `比前 ${count} 天`,
    steps: listLastSteps({ from, to: today }, count),
  }
}

/** Days; of a quarter every seven days, of a year its months. */
function listLastSteps({ from, to }: Days, count: number): ({ label: string } & Days)[] {
  if (count <= 30) return listSteps('month', { from, to })
  const steps: ({ label: string } & Days)[] = []
  let start = from
  while (start <= to) {
    const last = earlier(to, count > 300 ? findDays('month', start, [])!.to : addDays(start, 6))
    steps.push({ label: count > 300 ? start.slice(0, 7) : shortDay(start), from: start, to: last })
    start = addDays(last, 1)
  }
  return steps
}

function findPrevious(kind: TurnedKind, { from }: Days, terms: readonly TermPeriod[]): Days | null {
  const last = addDays(from, -1)
  if (last < firstDay || (kind === 'term' && !terms.some((term) => term.from <= last))) return null
  return findDays(kind, last, terms) ?? null
}

const getTermName = (from: string, terms: readonly TermPeriod[]) =>
  terms.find((term) => term.from === from)?.name ?? '学期'

function getLabel(kind: TurnedKind, { from, to }: Days, terms: readonly TermPeriod[]): string {
  switch (kind) {
    case 'day':
      return `${from} 周${weekdays[getWeekday(from) - 1]}`
    case 'week':
      return `${from} 至 ${shortDay(to)}`
    case 'month':
      return `${from.slice(0, 4)}年${Number(from.slice(5, 7))}月`
    case 'term':
      return getTermName(from, terms)
  }
}

function getName(
  kind: TurnedKind,
  days: Days,
  { isCurrent, terms }: { isCurrent: boolean; terms: readonly TermPeriod[] },
): string {
  if (isCurrent) return { day: '今天', week: '本周', month: '本月', term: '本学期' }[kind]
  if (kind === 'month') return `${Number(days.from.slice(5, 7))} 月`
  if (kind === 'term') return getTermName(days.from, terms)
  return kind === 'day' ? shortDay(days.from) : `${shortDay(days.from)} 这一周`
}

/** The days of a week or month; the weeks of a term, counted from that of its first day. */
function listSteps(kind: TurnedKind, { from, to }: Days): ({ label: string } & Days)[] {
  if (kind !== 'term')
    return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => {
      const day = addDays(from, at)
      return { label: shortDay(day), from: day, to: day }
    })
  const monday = getMonday(from)
  return Array.from({ length: Math.floor(daysBetween(monday, to) / 7) + 1 }, (_, at) => {
    const start = addDays(monday, at * 7)
    return { label: `第${at + 1}周`, from: at === 0 ? from : start, to: earlier(addDays(start, 6), to) }
  })
}
