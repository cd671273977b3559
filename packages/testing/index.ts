export { useDatabase, type TestDatabase } from './database.ts'
export { fingerprintTables } from './table-fingerprint.ts'
export { listIssueCodes, createImportHarness, makeSheetRows, type CellValues } from './import-harness.ts'
export { exportAllColumns, parseExportedRows, type ExportedFile } from './exported-file.ts'
export { makeDocuments, type DocumentSource } from './office-documents.ts'
export { createActor } from './actors.ts'
export { writeOutsideSession, writeSession } from './session.ts'
export {
  callersOutside,
  callersWithoutAccess,
  callersWithSession,
  defineIsolation,
  type Caller,
  type FormFile,
  type Isolation,
  type IsolationCase,
  type IsolationSchool,
  type World,
} from './isolation.ts'
export {
  defineScopedLists,
  filterSeen,
  isRowInScope,
  listTestScopes,
  type TestScopeIds,
  type ScopedLists,
  type ScopedRow,
} from './scoped-lists.ts'
export { buildExampleForm, deriveIsolation, deriveScopedLists } from './entity.ts'
export { entitySheetCases, type SheetEntity, type SheetWorld } from './entity-sheets.ts'
