import { clockOf, dateOf } from '#packages/web/core/format/time.ts'

/** What the browser's own field wants: the clock of the schools, without a zone. */
export const toField = (moment: unknown) =>
  typeof moment === 'string' && moment !== '' ? `${dateOf(moment)}T${clockOf(moment)}` : ''

/** And back: all schools live by one clock. */
export const fromField = (text: string) => (text === '' ? '' : `${text.slice(0, 16)}:00+08:00`)

/** 2026-06-20 08:00 */
export const shortMoment = (moment: unknown) =>
  typeof moment === 'string' ? `${dateOf(moment)} ${clockOf(moment)}` : '—'
