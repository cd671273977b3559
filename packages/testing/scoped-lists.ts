import { emptyScope, matchScope, type ScopeAttributes, type Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { TestDatabase } from './database.ts'

/** A row of a list with its scope attributes. */
export interface ScopedRow extends ScopeAttributes {
  id: string
}

/** A slow reference implementation of scopes, which the SQL must agree with. */
export const isRowInScope = (scope: Scope, row: ScopedRow): boolean => matchScope(scope, row).length > 0

/** A module's lists with a scope, to be run with every kind of scope. */
export interface ScopedLists<Row extends ScopedRow = ScopedRow> {
  /** All rows of the home district, read without row-level security. */
  rows: (sql: TestDatabase['sql'], district: number) => Promise<Row[]>
  lists: Readonly<Record<string, ScopedList<Row>>>
}
export interface ScopedList<Row extends ScopedRow> {
  /** The ids that this function returns for a scope, by as many calls as needed. */
  ids: (db: Db, scope: Scope, rows: readonly Row[]) => Promise<string[]>
  /** Rows that the function can return at all. */
  only?: (row: Row) => boolean
}
/** The ids of the rows that a query for one of them finds. */
export async function filterSeen<Row extends { id: string }>(
  rows: readonly Row[],
  isSeen: (row: Row) => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for (const row of rows) if (await isSeen(row)) seen.push(row.id)
  return seen
}

export const defineScopedLists = <Row extends ScopedRow>(lists: ScopedLists<Row>): ScopedLists<Row> => lists

export interface TestScopeIds {
  schoolPath: string
  schoolId: string
  otherSchoolId: string
  departmentPath: string
  departmentId: string
  /** An existing user: modules with classes give some to each membership. */
  userId: string
}

/** Every kind of scope, and some combinations. */
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
