import { dateOf } from '#packages/web/core/format/time.ts'

/** This month and those before it, newest first: 2026-11. By the schools' clock, whatever this computer's says. */
export function monthsBack(now: Date, count: number): string[] {
  const [year, month] = dateOf(now).split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 'yyyy-mm'.length),
  )
}
