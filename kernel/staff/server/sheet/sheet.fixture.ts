import { fingerprintOf, importingTo, type TestDatabase } from '#packages/testing'
import { staffTarget } from './target.ts'

export const importing = importingTo(staffTarget)

/** Everything that is kept of people and where they are. */
export const fingerprint = (sql: TestDatabase['sql']) =>
  fingerprintOf(sql, ['person', 'membership', 'staff_file', 'organisation'])
