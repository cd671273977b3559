import { formatClock, formatDate } from '#packages/web/core/format/time.ts'

/** What the browser's own field wants: the clock of the schools, without a zone. */
export const toDateTimeField = (moment: unknown) =>
  typeof moment === 'string' && moment !== '' ? `${formatDate(moment)}T${formatClock(moment)}` : ''

/** And back: all schools live by one clock. */
export const fromDateTimeField = (text: string) => (text === '' ? '' : `${text.slice(0, 16)}:00+08:00`)

/** 2026-06-20 08:00 */
export const formatDateTime = (moment: unknown) =>
  typeof moment === 'string' ? `${formatDate(moment)} ${formatClock(moment)}` : '—'
