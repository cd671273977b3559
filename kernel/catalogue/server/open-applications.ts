import type { Ctx } from '#packages/core'
import { isServing, listAllApplications } from './application-list.ts'
import { listOrgGrants } from './grant-queries.ts'
import { isOpenFor } from './grant-state.ts'
import { pathToIds } from './service/centre/viewer-applications.ts'

/** Which built-in applications were open for which organisations on a day; with a path only for that one. */
export async function findOpenApplications(ctx: Ctx, day: string, only?: string) {
  const serving = new Set(
    (await listAllApplications(ctx)).flatMap((app) => (app.isBuiltIn && isServing(app) ? app.key : [])),
  )
  const grants = Map.groupBy(
    await listOrgGrants(ctx.db, [...serving], day, only ? pathToIds(only) : null),
    ({ key }) => key,
  )
  const entries = new Map(
    [...grants].map(([key, own]) => [key, new Map(own.map((grant) => [grant.objectId, grant]))] as const),
  )
  return (key: string, path: string) =>
    serving.has(key) && isOpenFor({ isBuiltIn: true }, entries.get(key) ?? new Map(), pathToIds(path))
}
