import { emptyScope, matchScope, type ScopeAttributes, type Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { TestDatabase } from './database.ts'

/** A row of a list, and where it belongs. */
export interface ScopedRow extends ScopeAttributes {
  id: string
}

/** The slow and obvious answer to "is this row within reach", which the SQL must agree with. */
export const isRowInScope = (scope: Scope, row: ScopedRow): boolean => matchScope(scope, row).length > 0

/** A module's lists that take a scope, to be run under every kind of reach. */
export interface ScopedLists<Row extends ScopedRow = ScopedRow> {
  /** All rows of the home district, read past every wall. */
  rows: (sql: TestDatabase['sql'], district: number) => Promise<Row[]>
  lists: Readonly<Record<string, ScopedList<Row>>>
}
export interface ScopedList<Row extends ScopedRow> {
  /** The ids that this function lets somebody with the scope see, by whatever calls it takes. */
  ids: (db: Db, scope: Scope, rows: readonly Row[]) => Promise<string[]>
  /** Rows that the function never returns, whoever asks. */
  only?: (row: Row) => boolean
}
export const defineScopedLists = <Row extends ScopedRow>(lists: ScopedLists<Row>): ScopedLists<Row> => lists

export interface TestScopeIds {
  schoolPath: string
  schoolId: string
  otherSchoolId: string
  departmentPath: string
  departmentId: string
  /** Somebody who is there: modules with classes give some to each membership. */
  userId: string
}

/** Every kind of reach there is, and some mixtures. */
export const listTestScopes = (at: TestScopeIds): Record<string, Scope> => ({
  nothing: emptyScope,
  district: { ...emptyScope, district: true },
  'org-tree': { ...emptyScope, orgPaths: [at.schoolPath] },
  org: { ...emptyScope, orgIds: [at.schoolId] },
  'department-tree': { ...emptyScope, departmentPaths: [at.departmentPath] },
  department: { ...emptyScope, departmentIds: [at.departmentId] },
  self: { ...emptyScope, self: at.userId },
  classes: { ...emptyScope, classesOf: at.userId },
  'classes in charge': { ...emptyScope, classesLedBy: at.userId },
  'classes and another school': { ...emptyScope, classesOf: at.userId, orgIds: [at.otherSchoolId] },
  'listed-orgs': { ...emptyScope, orgIds: [at.schoolId, at.otherSchoolId] },
  'school and a department elsewhere': {
    ...emptyScope,
    orgIds: [at.otherSchoolId],
    departmentPaths: [at.departmentPath],
  },
  'tree within a tree': { ...emptyScope, orgPaths: [at.schoolPath], departmentIds: [at.departmentId] },
})
