import { formatClock, formatDate } from '#packages/web/core/format/time.ts'

/** The value of a datetime-local field: Chinese time without a zone. */
export const toDateTimeField = (moment: unknown) =>
  typeof moment === 'string' && moment !== '' ? `${formatDate(moment)}T${formatClock(moment)}` : ''

/** And back: all schools are in one time zone. */
export const fromDateTimeField = (text: string) => (text === '' ? '' : `${text.slice(0, 16)}:00+08:00`)

/** For example 2026-06-20 08:00. */
export const formatDateTime = (moment: unknown) =>
  typeof moment === 'string' ? `${formatDate(moment)} ${formatClock(moment)}` : '—'
