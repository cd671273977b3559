import type { DrilledFigure, MetricLink } from '#packages/crud'

/** The records of the reader's school; of all kinds, or of one. */
const toRecords =
  (kind = '') =>
  ({ isOwn, from, to, dims }: DrilledFigure) =>
    isOwn ? { kind, ...dims, day: `${from}~${to}` } : null

export const metricLinks: MetricLink[] = [
  { code: 'cover.lessons', findFilter: toRecords() },
  { code: 'cover.cancelled', findFilter: toRecords('cancel') },
  { code: 'cover.same', findFilter: toRecords('substitute') },
  { code: 'cover.open', findFilter: ({ orgId, from, to }) => (from === to ? { orgId, date: from } : null) },
]
