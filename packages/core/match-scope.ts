import type { Scope } from './scope.ts'

/** What a row says about where it belongs. */
export interface ScopeAttributes {
  orgId?: string
  orgPath?: string
  departmentId?: string | null
  departmentPath?: string | null
  ownerId?: string | null
  /** The users who have to do with the row's class on the day that is asked for. */
  classStaff?: readonly string[]
  /** Those of them who are in charge of it. */
  classLeaders?: readonly string[]
}

/** A part of a scope that reaches a row. */
export type ScopePart = keyof Scope

/**
 * Which parts of a scope reach a row: none means that it is out of reach. The same that `inScope` asks of the database,
 * said of one row that is at hand; a test holds the two together.
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
