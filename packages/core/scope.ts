/**
 * The rows that a permission covers: the union of its parts. An empty scope covers nothing.
 * Paths are those of the organisation tree; departments are nodes of the same tree.
 */
export interface Scope {
  /** The whole district. */
  district: boolean
  /** These nodes and their subtrees. */
  orgPaths: readonly string[]
  /** Exactly these organisations. */
  orgIds: readonly string[]
  /** These departments and their subtrees; a table without departments is not covered. */
  departmentPaths: readonly string[]
  /** Exactly these departments. */
  departmentIds: readonly string[]
  /** Rows that belong to this user. */
  self: string | null
  /** Rows of the classes that this user teaches on the day of the query. */
  classesOf: string | null
  /** Rows of the classes that this user leads on the day of the query; teaching a subject there is not enough. */
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

export const wholeDistrict: Scope = { ...emptyScope, district: true }
/** A node of the organisation tree with everything below it. */
export const orgTreeScope = ({ path }: { path: string }): Scope => ({ ...emptyScope, orgPaths: [path] })

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
