import { formatClock, formatDate } from '#packages/web/core/format/time.ts'

/** 10:32 today, 11-12 10:32 before. */
export const formatSavedAt = (moment: string, now = new Date()) =>
  formatDate(moment) === formatDate(now) ? formatClock(moment) : `${formatDate(moment).slice(5)} ${formatClock(moment)}`
