export { Cells, type CellsConfig } from './cells.ts'
export { compileOnce, runAtEnd, runPipelined } from './connection.ts'
export { columnList } from './columns.ts'
export { isWithinDays } from './day-range.ts'
export { describeFailure, isOutOfRange, isTransient, isUnavailable, onConstraint } from './errors.ts'
export type { CellTables, ChangeDirectory, Db, DirectoryDb } from './db.ts'
export { toLikePattern } from './like-pattern.ts'
export { findMigrations, migrate, type DatabaseKind } from './migrate.ts'
export { cutPage, readPage, readPageWithCounts, readSearchPage, readSqlPage, type CountedRows } from './page.ts'
export { ensureMonthPartitions, listMonthlyTables } from './partitions.ts'
export { listReferencedIds } from './foreign-references.ts'
export { inScope, leadingRoles, type ScopeColumns } from './scope.ts'
export {
  onLocalSessionsEnded,
  listenToSignals,
  signalPersons,
  signalSessionsEnded,
  type SignalListener,
} from './signals.ts'
export { createToolClient, extendTimeouts, openToolCells } from './timeouts.ts'
export { inCell, inDistrict, getTransactionCell } from './transaction.ts'
