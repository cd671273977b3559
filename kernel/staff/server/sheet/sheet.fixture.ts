import { fingerprintTables, createImportHarness, type TestDatabase } from '#packages/testing'
import { staffImport } from './import-target.ts'

export const staffImporting = createImportHarness(staffImport)

/** Everything that is kept of people and where they are. */
export const fingerprintStaff = (sql: TestDatabase['sql']) =>
  fingerprintTables(sql, ['person', 'membership', 'staff_file', 'organisation'])
