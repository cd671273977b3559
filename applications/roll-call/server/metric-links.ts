import type { DrilledFigure, MetricLink } from '#packages/crud'

/** The rolls of the reader's school. */
const toRolls = ({ isOwn, from, to }: DrilledFigure) => (isOwn ? { day: `${from}~${to}` } : null)
/** The pupils of a day, of one school. */
const toDay = ({ orgId, from, to }: DrilledFigure) => (from === to ? { orgId, date: from } : null)
/** Approved leave of a school; the list has no choice of kinds. */
const toLeave = ({ orgId, from, to, dims }: DrilledFigure) =>
  Object.keys(dims).length > 0 ? null : { orgId, status: 'approved', days: `${from}~${to}` }

export const metricLinks: MetricLink[] = [
  { code: 'attendance.rate', findFilter: toRolls },
  { code: 'attendance.late', findFilter: toRolls },
  { code: 'attendance.rolled', findFilter: toRolls },
  { code: 'attendance.leave', findFilter: toLeave },
  { code: 'attendance.unexplained', findFilter: toDay },
  { code: 'attendance.minutes', findFilter: toDay },
  { code: 'attendance.long', findFilter: toDay },
]
