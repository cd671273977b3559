import type { PeriodScheme } from '../../../contract.ts'

/** Hours of the day as they are counted here: minutes from midnight. */
export const toMinutes = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * A time as people write it, 8:30, 0830, 8：30 or 8.30, as 08:30; nothing for what is none. Not the browser's own field: on
 * many computers that shows half the day twice, and cuts off which half it is.
 */
export function parseClock(text: string): string | undefined {
  const [, hours, minutes] = /^\s*(\d{1,2})\s*[:：.．]?\s*(\d{2})\s*$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** So many minutes later, or earlier; nothing when it would leave the day. */
export function shiftClock(clock: string, minutes: number): string | undefined {
  const at = toMinutes(clock) + minutes
  return at >= 0 && at < 24 * 60 ? formatClock(at) : undefined
}

/** A row of the form: hours that are still to be filled in are empty. */
export interface PeriodDraft {
  id: string | null
  /** For the form only: which row is which while rows come and go. */
  key: string
  name: string
  begins: string
  ends: string
  kind: PeriodScheme['periods'][number]['kind']
}

/** The same with times as the server knows them; what is none stays as it was typed. */
export const normalisePeriods = (periods: readonly PeriodDraft[]): PeriodDraft[] =>
  periods.map((period) => ({
    ...period,
    name: period.name.trim(),
    begins: parseClock(period.begins) ?? period.begins,
    ends: parseClock(period.ends) ?? period.ends,
  }))

/** What is wrong with the hours of a day, in the words of the server; nothing when they are right. */
export function findHoursError(drafts: readonly PeriodDraft[]): string | undefined {
  const periods = normalisePeriods(drafts)
  if (periods.length === 0) return '请至少添加一节'
  for (const { name, begins, ends } of periods) {
    if (!name) return '请填写节次名称'
    if (!parseClock(begins) || !parseClock(ends)) return `请填写“${name}”的时间，如 08:30`
    if (ends <= begins) return `“${name}”结束时间应晚于开始时间`
  }
  const inOrder = [...periods].sort((a, b) => (a.begins < b.begins ? -1 : 1))
  for (const [at, { name, begins }] of inOrder.entries()) {
    const before = inOrder[at - 1]
    if (before && begins < before.ends) return `“${name}”与“${before.name}”时间重叠`
  }
  return undefined
}

/** The next one of its kind after the last: 第3节 from 09:40, as long as the one before and after the same break. */
export function createNextPeriod(periods: readonly PeriodDraft[], key: string): PeriodDraft {
  const lessons = periods.filter(({ kind }) => kind === 'lesson').length
  const last = periods.at(-1)
  const begins = last && parseClock(last.ends) ? shiftClock(parseClock(last.ends)!, 10) : undefined
  const ends = begins ? shiftClock(begins, 40) : undefined
  return {
    id: null,
    key,
    name: `第${lessons + 1}节`,
    kind: 'lesson',
    begins: last ? (begins ?? '') : '08:00',
    ends: last ? (ends ?? '') : '08:40',
  }
}
