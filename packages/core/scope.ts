/**
 * Which rows one permission reaches: the union of its parts. An empty scope reaches nothing.
 * Paths are those of the organisation tree; departments are nodes of the same tree.
 */
export interface Scope {
  /** Everything of the district. */
  district: boolean
  /** These nodes and all below them. */
  orgPaths: readonly string[]
  /** Exactly these organisations. */
  orgIds: readonly string[]
  /** These departments and all below them; a table without departments is not reached. */
  departmentPaths: readonly string[]
  /** Exactly these departments. */
  departmentIds: readonly string[]
  /** Rows that belong to this user. */
  self: string | null
  /** Rows of the classes this user teaches, as of the day asked for. */
  classesOf: string | null
  /** Rows of the classes this user is in charge of, as of the day asked for; teaching a subject there is not enough. */
  classesLedBy: string | null
}

export const emptyScope: Scope = {
  district: false,
  orgPaths: [],
  orgIds: [],
  departmentPaths: [],
  departmentIds: [],
  self: null,
  classesOf: null,
  classesLedBy: null,
}

export function unionScopes(scopes: readonly Scope[]): Scope {
  const merge = (key: 'orgPaths' | 'orgIds' | 'departmentPaths' | 'departmentIds') => [
    ...new Set(scopes.flatMap((scope) => scope[key])),
  ]
  return {
    district: scopes.some((scope) => scope.district),
    orgPaths: merge('orgPaths'),
    orgIds: merge('orgIds'),
    departmentPaths: merge('departmentPaths'),
    departmentIds: merge('departmentIds'),
    self: scopes.find((scope) => scope.self)?.self ?? null,
    classesOf: scopes.find((scope) => scope.classesOf)?.classesOf ?? null,
    classesLedBy: scopes.find((scope) => scope.classesLedBy)?.classesLedBy ?? null,
  }
}
