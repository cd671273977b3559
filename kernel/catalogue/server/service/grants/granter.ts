import { dayOf, orNotFound, invalid, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { findUnitById } from '#kernel/org/server'
import { listAllApplications, isServing, type AppRow } from '../../application-list.ts'
import { filterGrantableApps, isGivenTo, toPathLabel, type OrgGrantEntries } from '../../grant-policy.ts'
import { listGrantEntries, type GrantEntry, type GrantKind } from '../../grant-queries.ts'
import { pathToIds } from '../centre/viewer-applications.ts'

/** Whoever decides about applications, or only looks at what others decided: how far, and as of which day. */
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

/** The applications that can be given within this reach, in the order of the shelves. */
export async function listGrantableApps(ctx: Ctx, { scope }: Granter): Promise<AppRow[]> {
  const apps = await listAllApplications(ctx)
  if (scope.district) return apps.filter(isServing)
  const here = await findUnitById(ctx, ctx.actor.orgId)
  return filterGrantableApps(apps, scope, here ? pathToIds(here.path) : [])
}

const objectLabels: Record<GrantKind, string> = { org: '组织', role: '角色', person: '人员' }

/** Something else is asked to be given than what such objects are given. */
export function requireGrantableTo(kind: GrantKind, app: AppRow) {
  if (!isGivenTo(kind, app)) throw new Refusal(`“${app.name}”不按${objectLabels[kind]}授权`)
}

/** One of them, which is given to such objects. */
export async function getGrantableApp(ctx: Ctx, granter: Granter, kind: GrantKind, key: string): Promise<AppRow> {
  const app = orNotFound(
    (await listGrantableApps(ctx, granter)).find((one) => one.key === key),
    '应用',
  )
  requireGrantableTo(kind, app)
  return app
}

/** All of these keys, in the order of the shelves; one that is not there is not told from one that is not hers. */
export function pickApps(apps: readonly AppRow[], keys: readonly string[]): AppRow[] {
  const wanted = new Set(keys)
  const chosen = apps.filter(({ key }) => wanted.has(key))
  if (chosen.length < wanted.size) throw notFound('应用')
  return chosen
}

/** The entries of organisations, by application and by their label in a path. */
export function groupByApp(rows: readonly GrantEntry[]): Map<string, OrgGrantEntries> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    [...groups].map(([key, entries]) => [key, new Map(entries.map((row) => [toPathLabel(row.objectId), row]))]),
  )
}

export const noEntries: OrgGrantEntries = new Map()

export const listOrgEntries = async (ctx: Ctx, granter: Granter, keys: readonly string[]) =>
  groupByApp(await listGrantEntries(ctx.db, granter, { kind: 'org', keys }))

/** What is said of an organisation and of those above it. */
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
