export { crud, type Crud, type CrudOptions, type ExternalField } from './crud.ts'
export { getColumns } from './columns.ts'
export { recordFieldChanges, type ChangedObject } from './field-changes.ts'
export { createEntityExport } from './entity-export.ts'
export { describeChanges, type DescribedChange } from './history.ts'
export { createEntityImport } from './entity-import.ts'
export { serveEntity, type ServedEntity } from './serve-entity.ts'
export { type OpenExceptions, type SchoolDay } from './open-exceptions.ts'
export { type Rows, type StoredRow } from './rows.ts'
export {
  countMetrics,
  type ChangedDays,
  type CountMetric,
  type DrilledFigure,
  type MetricChanges,
  type MetricDimLabels,
  type MetricLink,
  type MetricFact,
} from './metric.ts'
export {
  buildListLink,
  defineStatistics,
  type CountedChart,
  type CountedFigure,
  type CountedPeriod,
  type Statistics,
} from './statistics.ts'
