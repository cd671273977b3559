import { clockOf, dateOf } from '#packages/web/core/format/time.ts'

/** 10:32 today, 11-12 10:32 before. */
export const savedWords = (moment: string, now = new Date()) =>
  dateOf(moment) === dateOf(now) ? clockOf(moment) : `${dateOf(moment).slice(5)} ${clockOf(moment)}`
