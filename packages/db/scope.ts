import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'

/**
 * The columns of a table that a scope refers to. A missing dimension never matches: a scope of departments covers
 * nothing in a table without departments.
 */
export interface ScopeColumns {
  /** The id of the row's organisation. */
  org?: string
  /** The organisation's path, if the table has it; otherwise it is looked up. */
  orgPath?: string
  department?: string
  departmentPath?: string
  /** The user (membership, pupil, guardian) whom the row belongs to. */
  owner?: string
  /** The class that the row belongs to on the day. */
  class?: string
  /** For rows of several classes: a view with `row_id` and `class_id`; `class` is then the id of the row. */
  classView?: string
  /** The day of the data, 2026-11-15, required with `class`: the teachers of that day see the data of that day. */
  day?: string
}

/** The condition that limits a list, or one row, to a scope. */
export function inScope(scope: Scope, columns: ScopeColumns): RawBuilder<SqlBool> {
  if (scope.district) return sql<SqlBool>`true`
  const parts = [
    ...treeConditions(scope.orgPaths, columns.orgPath, columns.org),
    ...idConditions(scope.orgIds, columns.org),
    ...treeConditions(scope.departmentPaths, columns.departmentPath, columns.department),
    ...idConditions(scope.departmentIds, columns.department),
    ...(scope.self && columns.owner ? [sql<SqlBool>`${sql.ref(columns.owner)} = ${scope.self}::uuid`] : []),
    ...classConditions(scope, columns),
  ]
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

function treeConditions(paths: readonly string[], pathColumn: string | undefined, idColumn: string | undefined) {
  if (pathColumn) return paths.map((path) => sql<SqlBool>`${sql.ref(pathColumn)} <@ ${path}::ltree`)
  if (idColumn)
    return paths.map(
      (path) => sql<SqlBool>`${sql.ref(idColumn)} in (select id from v_org where path <@ ${path}::ltree)`,
    )
  return []
}

const idConditions = (ids: readonly string[], column: string | undefined) =>
  column && ids.length > 0 ? [sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`] : []

/** Class roles that lead a class; the others teach there or look after boarders. */
export const leadingRoles: readonly string[] = ['head', 'vice', 'grade-head']

/** Starts from the teacher, who has few classes, so that the pupils of a district are found by class. */
function classConditions({ classesOf, classesLedBy }: Scope, { class: column, classView, day }: ScopeColumns) {
  if (!column) return []
  if (!day) throw new Error('Classes are reached as of a day: say of which.')
  const within = (userId: string, more: RawBuilder<unknown>) => {
    const classes = sql`select class_id from v_class_staff
      where user_id = ${userId}::uuid and begins_on <= ${day}::date and (over_on is null or over_on > ${day}::date) ${more}`
    const rows = classView ? sql`select row_id from ${sql.table(classView)} where class_id in (${classes})` : classes
    return sql<SqlBool>`${sql.ref(column)} in (${rows})`
  }
  return [
    ...(classesOf === null ? [] : [within(classesOf, sql``)]),
    ...(classesLedBy === null ? [] : [within(classesLedBy, sql`and role = any(${leadingRoles}::text[])`)]),
  ]
}
