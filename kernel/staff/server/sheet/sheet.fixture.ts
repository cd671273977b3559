import { fingerprintTables, createImportHarness, type TestDatabase } from '#packages/testing'
import { staffImport } from './import-target.ts'

export const staffImporting = createImportHarness(staffImport)

/** All stored data of people and memberships. */
export const fingerprintStaff = (sql: TestDatabase['sql']) =>
  fingerprintTables(sql, ['person', 'membership', 'staff_file', 'organisation'])
