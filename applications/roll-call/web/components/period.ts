import { addDays, getMonday } from '#packages/core'
import { formatMonth, formatShortDay } from './shown-day.ts'

export const periodKinds = { day: '按天', week: '按周', month: '按月', term: '按学期' } as const
export type PeriodKind = keyof typeof periodKinds

interface TermDays {
  name: string
  startsOn: string
  endsOn: string
}

export interface Period {
  from: string
  to: string
  label: string
  /** Days of the periods beside it; undefined where there is none. */
  previous: string | undefined
  next: string | undefined
}

const lastOfMonth = (month: string) => addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)

/** The period that a day is in. Without terms a term is the month. */
export function findPeriod(kind: PeriodKind, on: string, today: string, terms: readonly TermDays[] = []): Period {
  const isOver = (day: string) => (day <= today ? day : undefined)
  if (kind === 'day') return { from: on, to: on, label: on, previous: addDays(on, -1), next: isOver(addDays(on, 1)) }
  if (kind === 'week') {
    const from = getMonday(on)
    const to = addDays(from, 6)
    const label = `${from} 至 ${formatShortDay(to)}`
    return { from, to, label, previous: addDays(from, -7), next: isOver(addDays(from, 7)) }
  }
  const sorted = [...terms].sort((one, other) => one.startsOn.localeCompare(other.startsOn))
  const at = sorted.findLastIndex(({ startsOn }) => startsOn <= on)
  const term = sorted[at]
  if (kind === 'term' && term) {
    const { startsOn: from, endsOn: to, name: label } = term
    const next = sorted[at + 1]?.startsOn
    return { from, to, label, previous: sorted[at - 1]?.startsOn, next: next && isOver(next) }
  }
  const month = on.slice(0, 7)
  const from = `${month}-01`
  const to = lastOfMonth(month)
  return { from, to, label: formatMonth(month), previous: addDays(from, -1), next: isOver(addDays(to, 1)) }
}
