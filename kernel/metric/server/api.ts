export { seedPastFacts } from './demo-facts.ts'
export { drillDown, listMissing } from './drill-down.ts'
export {
  describeNextCount,
  filterReadableOrgs,
  getReadableNode,
  listFigureEvents,
  listReadableMetrics,
  type ReadableNode,
} from './explain.ts'
export { publishFacts, recountMetrics, type ReportedDay } from './facts.ts'
export type { MetricQuery, MetricReading, MetricValue } from './metric-values.ts'
export type { Metric } from './metrics.ts'
export { checkMetricDays, readMetric } from './read-metric.ts'
export { createLinkFilter } from './statistics.ts'
export { listMetricsReadableAt, type ReadableMetric } from './readable-metrics.ts'
