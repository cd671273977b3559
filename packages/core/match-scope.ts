import type { Scope } from './scope.ts'

/** The attributes of a row that scopes refer to. */
export interface ScopeAttributes {
  orgId?: string
  orgPath?: string
  departmentId?: string | null
  departmentPath?: string | null
  ownerId?: string | null
  /** Users who teach or lead the row's class on the day of the query. */
  classStaff?: readonly string[]
  /** Those of them who lead the class. */
  classLeaders?: readonly string[]
}

/** A part of a scope that includes a row. */
export type ScopePart = keyof Scope

/**
 * The parts of a scope that include a row; empty if the row is out of scope. The same rule as `inScope` in SQL, for one
 * row in memory; a test compares the two.
 */
export function matchScope(scope: Scope, row: ScopeAttributes): ScopePart[] {
  const below = (path: string | null | undefined, roots: readonly string[]) =>
    path !== null && path !== undefined && roots.some((root) => path === root || path.startsWith(`${root}.`))
  const among = (id: string | null | undefined, ids: readonly string[] | undefined) =>
    id !== null && id !== undefined && (ids?.includes(id) ?? false)
  const matched: Record<ScopePart, boolean> = {
    district: scope.district,
    orgPaths: below(row.orgPath, scope.orgPaths),
    orgIds: among(row.orgId, scope.orgIds),
    departmentPaths: below(row.departmentPath, scope.departmentPaths),
    departmentIds: among(row.departmentId, scope.departmentIds),
    self: scope.self !== null && row.ownerId === scope.self,
    classesOf: among(scope.classesOf, row.classStaff),
    classesLedBy: among(scope.classesLedBy, row.classLeaders),
  }
  return (Object.keys(matched) as ScopePart[]).filter((part) => matched[part])
}
