import { dayOf } from '#packages/core'

/** So long after leaving the school a child can still be looked at, and nothing can be changed any more. */
const readableDays = 30

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whether a child has left: `overOn` is the first day when it was at no school. */
export const hasLeft = (overOn: string | null, now: Date) => overOn !== null && overOn <= dayOf(now)

/** Whether that is so long ago that it cannot even be looked at. */
export const hasGone = (overOn: string | null, now: Date) =>
  overOn !== null && plusDays(overOn, readableDays) <= dayOf(now)
