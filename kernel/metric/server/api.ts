export { drillDown, listMissing } from './drill-down.ts'
export { publishFacts, recountMetrics, type ReportedDay } from './facts.ts'
export type { MetricQuery, MetricReading, MetricValue } from './metric-values.ts'
export { readMetric } from './read-metric.ts'
