import { dayOf, orNotFound, invalid, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { findUnitById } from '#kernel/org/server/api.ts'
import { listAllApplications, isServing, type AppRow } from '../../application-list.ts'
import { filterGrantableApps, isGivenTo, toPathLabel, type OrgGrantEntries } from '../../grant-policy.ts'
import { listGrantEntries, type GrantEntry, type GrantKind } from '../../grant-queries.ts'
import { pathToIds } from '../centre/viewer-applications.ts'

/** A caller who grants applications or only reviews grants, with the scope and the day. */
export interface Granter {
  right: 'app.grant' | 'app.review'
  scope: Scope
  userId: string
  day: string
}

const granterWith = (ctx: Ctx, right: Granter['right']): Granter => ({
  right,
  scope: scopeOf(ctx, right),
  userId: ctx.actor.userId,
  day: dayOf(ctx.now),
})
export const getGranter = (ctx: Ctx) => granterWith(ctx, 'app.grant')
export const getReviewer = (ctx: Ctx) => granterWith(ctx, 'app.review')

/** The applications that can be granted within this scope, in the order of the categories. */
export async function listGrantableApps(ctx: Ctx, { scope }: Granter): Promise<AppRow[]> {
  const apps = await listAllApplications(ctx)
  if (scope.district) return apps.filter(isServing)
  const here = await findUnitById(ctx, ctx.actor.orgId)
  return filterGrantableApps(apps, scope, here ? pathToIds(here.path) : [])
}

const objectLabels: Record<GrantKind, string> = { org: '组织', role: '角色', person: '人员' }

/** Refuses a grant of an application to a kind of object that its audience does not use. */
export function requireGrantableTo(kind: GrantKind, app: AppRow) {
  if (!isGivenTo(kind, app)) throw new Refusal(`“${app.name}”不按${objectLabels[kind]}授权`)
}

/** A grantable application whose audience fits the kind of object. */
export async function getGrantableApp(ctx: Ctx, granter: Granter, kind: GrantKind, key: string): Promise<AppRow> {
  const app = orNotFound(
    (await listGrantableApps(ctx, granter)).find((one) => one.key === key),
    '应用',
  )
  requireGrantableTo(kind, app)
  return app
}

/**
 * All of these keys, in the order of the categories. A missing application and one out of scope give the same refusal.
 */
export function pickApps(apps: readonly AppRow[], keys: readonly string[]): AppRow[] {
  const wanted = new Set(keys)
  const chosen = apps.filter(({ key }) => wanted.has(key))
  if (chosen.length < wanted.size) throw notFound('应用')
  return chosen
}

/** The entries of organisations, by application and by path label. */
export function groupByApp(rows: readonly GrantEntry[]): Map<string, OrgGrantEntries> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    [...groups].map(([key, entries]) => [key, new Map(entries.map((row) => [toPathLabel(row.objectId), row]))]),
  )
}

export const noEntries: OrgGrantEntries = new Map()

export const listOrgEntries = async (ctx: Ctx, granter: Granter, keys: readonly string[]) =>
  groupByApp(await listGrantEntries(ctx.db, granter, { kind: 'org', keys }))

/** The entries of these organisations and of those above them. */
export const listOrgEntriesAbove = async (ctx: Ctx, granter: Granter, paths: readonly string[]) =>
  groupByApp(
    await listGrantEntries(ctx.db, granter, {
      kind: 'org',
      objectIds: [...new Set(paths.flatMap((path) => path.split('.')))],
    }),
  )

export function requireValidDays({ from, to }: { from: string | null; to: string | null }, { day }: Granter) {
  if (from !== null && to !== null && to < from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (to !== null && to < day) throw invalid([{ field: 'to', msg: '结束日期不能早于今天' }])
}
