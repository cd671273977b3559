export { drillDown, listMissing } from './drill-down.ts'
export { publishFacts, recountMetrics, type ReportedDay } from './facts.ts'
export { readMetric, type MetricQuery, type MetricReading, type MetricValue } from './read-metric.ts'
