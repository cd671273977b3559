import type { PeriodScheme } from '../../../contract.ts'

/** Times are minutes from midnight. */
export const toMinutes = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export const formatClock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Normalises a time as people write it (8:30, 0830, 8：30, 8.30) to 08:30; undefined for invalid input. The native time
 * input is not used, because with a 12-hour locale it cuts off the AM/PM part.
 */
export function parseClock(text: string): string | undefined {
  const [, hours, minutes] = /^\s*(\d{1,2})\s*[:：.．]?\s*(\d{2})\s*$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** Shifts a time; undefined when it would leave the day. */
export function shiftClock(clock: string, minutes: number): string | undefined {
  const at = toMinutes(clock) + minutes
  return at >= 0 && at < 24 * 60 ? formatClock(at) : undefined
}

/** A row of the form; times that are not filled in are empty. */
export interface PeriodDraft {
  id: string | null
  slotId: string | null
  name: string
  begins: string
  ends: string
  kind: PeriodScheme['periods'][number]['kind']
}

/** The periods with normalised times; invalid times stay as typed. */
export const normalisePeriods = (periods: readonly PeriodDraft[]): PeriodDraft[] =>
  periods.map((period) => ({
    ...period,
    name: period.name.trim(),
    begins: parseClock(period.begins) ?? period.begins,
    ends: parseClock(period.ends) ?? period.ends,
  }))

interface HoursError {
  message: string
  /** The row and the cell; empty for all of them. */
  path: readonly [] | readonly [at: number, cell: 'name' | 'begins' | 'ends']
}

/** The first error in the periods, with the message of the server; undefined when they are valid. */
export function findHoursError(drafts: readonly PeriodDraft[]): HoursError | undefined {
  const periods = normalisePeriods(drafts)
  if (periods.length === 0) return { message: '请至少添加一节', path: [] }
  for (const [at, { name, begins, ends }] of periods.entries()) {
    if (!name) return { message: '请填写节次名称', path: [at, 'name'] }
    if (!parseClock(begins)) return { message: `请填写“${name}”的时间，如 08:30`, path: [at, 'begins'] }
    if (!parseClock(ends)) return { message: `请填写“${name}”的时间，如 08:30`, path: [at, 'ends'] }
    if (ends <= begins) return { message: `“${name}”结束时间应晚于开始时间`, path: [at, 'ends'] }
  }
  const inOrder = [...periods.entries()].sort(([, a], [, b]) => (a.begins < b.begins ? -1 : 1))
  for (const [order, [at, { name, begins }]] of inOrder.entries()) {
    const before = inOrder[order - 1]?.[1]
    if (before && begins < before.ends) return { message: `“${name}”与“${before.name}”时间重叠`, path: [at, 'begins'] }
  }
  return undefined
}

/** The next period of the kind: 第3节 from 09:40, with the length and the break of the previous one. */
export function createNextPeriod(periods: readonly PeriodDraft[]): PeriodDraft {
  const lessons = periods.filter(({ kind }) => kind === 'lesson').length
  const last = periods.at(-1)
  const begins = last && parseClock(last.ends) ? shiftClock(parseClock(last.ends)!, 10) : undefined
  const ends = begins ? shiftClock(begins, 40) : undefined
  return {
    id: null,
    slotId: null,
    name: `第${lessons + 1}节`,
    kind: 'lesson',
    begins: last ? (begins ?? '') : '08:00',
    ends: last ? (ends ?? '') : '08:40',
  }
}
