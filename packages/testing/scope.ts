import { nothing, type Scope } from '#packages/core'
import type { Db } from '#packages/db'
import type { TestDatabase } from './database.ts'

/** What a row says about where it belongs. */
export interface ScopedRow {
  id: string
  orgId?: string
  orgPath?: string
  departmentId?: string | null
  departmentPath?: string | null
  ownerId?: string | null
  /** The users who have to do with the row's class on the day that the list is asked for. */
  classStaff?: readonly string[]
  /** Those of them who are in charge of it. */
  classLeaders?: readonly string[]
}

/** The slow and obvious answer to "is this row within reach", which the SQL must agree with. */
export function isReached(scope: Scope, row: ScopedRow): boolean {
  const below = (path: string | null | undefined, roots: readonly string[]) =>
    path !== null && path !== undefined && roots.some((root) => path === root || path.startsWith(`${root}.`))
  return (
    scope.district ||
    below(row.orgPath, scope.orgPaths) ||
    (row.orgId !== undefined && scope.orgIds.includes(row.orgId)) ||
    below(row.departmentPath, scope.departmentPaths) ||
    (row.departmentId !== undefined && row.departmentId !== null && scope.departmentIds.includes(row.departmentId)) ||
    (scope.self !== null && row.ownerId === scope.self) ||
    (scope.classesOf !== null && (row.classStaff?.includes(scope.classesOf) ?? false)) ||
    (scope.classesLedBy !== null && (row.classLeaders?.includes(scope.classesLedBy) ?? false))
  )
}

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

export interface Places {
  schoolPath: string
  schoolId: string
  otherSchoolId: string
  departmentPath: string
  departmentId: string
  /** Somebody who is there: modules with classes give some to each membership. */
  userId: string
}

/** Every kind of reach there is, and some mixtures. */
export const reachesAt = (at: Places): Record<string, Scope> => ({
  nothing,
  district: { ...nothing, district: true },
  'org-tree': { ...nothing, orgPaths: [at.schoolPath] },
  org: { ...nothing, orgIds: [at.schoolId] },
  'department-tree': { ...nothing, departmentPaths: [at.departmentPath] },
  department: { ...nothing, departmentIds: [at.departmentId] },
  self: { ...nothing, self: at.userId },
  classes: { ...nothing, classesOf: at.userId },
  'classes in charge': { ...nothing, classesLedBy: at.userId },
  'classes and another school': { ...nothing, classesOf: at.userId, orgIds: [at.otherSchoolId] },
  'listed-orgs': { ...nothing, orgIds: [at.schoolId, at.otherSchoolId] },
  'school and a department elsewhere': { ...nothing, orgIds: [at.otherSchoolId], departmentPaths: [at.departmentPath] },
  'tree within a tree': { ...nothing, orgPaths: [at.schoolPath], departmentIds: [at.departmentId] },
})
