import { emptyScope, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { ExportSource } from '#packages/sheet'
import { getPaths } from '../export-queries.ts'

/**
 * The intersection of two scopes. Parts of different kinds cannot be compared and are left out, which makes the result
 * smaller.
 */
export async function intersectScopes({ db }: Pick<Ctx, 'db'>, one: Scope, other: Scope): Promise<Scope> {
  if (one.district) return other
  if (other.district) return one
  const ids = [one, other].flatMap(({ orgIds, departmentIds }) => [...orgIds, ...departmentIds])
  const paths = ids.length === 0 ? new Map<string, string>() : await getPaths(db, ids)
  const isBelow = (path: string | undefined, above: readonly string[]) =>
    path !== undefined && above.some((top) => path === top || path.startsWith(`${top}.`))

  const cutScope = (inner: Scope, outer: Scope): Scope => {
    // A department is a node of the same tree, so an organisation path covers it too.
    const aboveDepartments = [...outer.orgPaths, ...outer.departmentPaths]
    return {
      ...emptyScope,
      orgPaths: inner.orgPaths.filter((path) => isBelow(path, outer.orgPaths)),
      orgIds: inner.orgIds.filter((id) => outer.orgIds.includes(id) || isBelow(paths.get(id), outer.orgPaths)),
      departmentPaths: inner.departmentPaths.filter((path) => isBelow(path, aboveDepartments)),
      departmentIds: inner.departmentIds.filter(
        (id) => outer.departmentIds.includes(id) || isBelow(paths.get(id), aboveDepartments),
      ),
      self: inner.self === outer.self ? inner.self : null,
      classesOf: inner.classesOf === outer.classesOf ? inner.classesOf : null,
      classesLedBy: intersectLedClasses(inner, outer),
    }
  }
  const [a, b] = [cutScope(one, other), cutScope(other, one)]
  const both = (key: 'orgPaths' | 'orgIds' | 'departmentPaths' | 'departmentIds') => [
    ...new Set([...a[key], ...b[key]]),
  ]
  return {
    ...a,
    orgPaths: both('orgPaths'),
    orgIds: both('orgIds'),
    departmentPaths: both('departmentPaths'),
    departmentIds: both('departmentIds'),
    classesLedBy: a.classesLedBy ?? b.classesLedBy,
  }
}

/** A class leader also belongs to the class, so the other scope may be the wider kind. */
const intersectLedClasses = (inner: Scope, outer: Scope) =>
  [outer.classesLedBy, outer.classesOf].includes(inner.classesLedBy) ? inner.classesLedBy : null

/**
 * The same actor with the list permission limited to the scope of the export permission, and for unmasked numbers to
 * that of `export.sensitive`. Refuses a caller who lacks one of them.
 */
export async function limitToExportScope(ctx: Ctx, source: ExportSource, isWhole: boolean): Promise<Ctx> {
  const needed = [source.permission, 'data.export', ...(isWhole ? ['export.sensitive'] : [])]
  let scope: Scope = { ...emptyScope, district: true }
  for (const permission of needed) scope = await intersectScopes(ctx, scope, scopeOf(ctx, permission))
  const permissions = new Map([...ctx.actor.permissions, [source.permission, scope]])
  return { ...ctx, actor: { ...ctx.actor, permissions } }
}
