import { dayOf, found, invalid, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { readUnit } from '#kernel/org/server'
import { applicationsOf, isServing, type AppRow } from '../../application-list.ts'
import { decidable, isGivenTo, labelOf, type Entries } from '../../grant-policy.ts'
import { entriesOf, type EntryRow, type GrantKind } from '../../grant-queries.ts'
import { idsOfPath } from '../use/viewing.ts'

/** Whoever decides about applications, or only looks at what others decided: how far, and as of which day. */
export interface Giver {
  right: 'app.grant' | 'app.review'
  scope: Scope
  userId: string
  day: string
}

const standing = (ctx: Ctx, right: Giver['right']): Giver => ({
  right,
  scope: scopeOf(ctx, right),
  userId: ctx.actor.userId,
  day: dayOf(ctx.now),
})
export const giverOf = (ctx: Ctx) => standing(ctx, 'app.grant')
export const reviewerOf = (ctx: Ctx) => standing(ctx, 'app.review')

/** The applications that can be given within this reach, in the order of the shelves. */
export async function appsToGive(ctx: Ctx, { scope }: Giver): Promise<AppRow[]> {
  const apps = await applicationsOf(ctx)
  if (scope.district) return apps.filter(isServing)
  const here = await readUnit(ctx, ctx.actor.orgId)
  return decidable(apps, scope, here ? idsOfPath(here.path) : [])
}

const objects: Record<GrantKind, string> = { org: '组织', role: '角色', person: '人员' }

/** Something else is asked to be given than what such objects are given. */
export function requireGivenTo(kind: GrantKind, app: AppRow) {
  if (!isGivenTo(kind, app)) throw new Refusal(`“${app.name}”不按${objects[kind]}授权`)
}

/** One of them, which is given to such objects. */
export async function appToGive(ctx: Ctx, giver: Giver, kind: GrantKind, key: string): Promise<AppRow> {
  const app = found(
    (await appsToGive(ctx, giver)).find((one) => one.key === key),
    '应用',
  )
  requireGivenTo(kind, app)
  return app
}

/** All of these keys, in the order of the shelves; one that is not there is not told from one that is not hers. */
export function chosenAmong(apps: readonly AppRow[], keys: readonly string[]): AppRow[] {
  const wanted = new Set(keys)
  const chosen = apps.filter(({ key }) => wanted.has(key))
  if (chosen.length < wanted.size) throw notFound('应用')
  return chosen
}

/** The entries of organisations, by application and by their label in a path. */
export function byApplication(rows: readonly EntryRow[]): Map<string, Entries> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    [...groups].map(([key, entries]) => [key, new Map(entries.map((row) => [labelOf(row.objectId), row]))]),
  )
}

export const noEntries: Entries = new Map()

export const orgEntriesOf = async (ctx: Ctx, giver: Giver, keys: readonly string[]) =>
  byApplication(await entriesOf(ctx.db, giver, { kind: 'org', keys }))

/** What is said of an organisation and of those above it. */
export const orgEntriesAbove = async (ctx: Ctx, giver: Giver, paths: readonly string[]) =>
  byApplication(
    await entriesOf(ctx.db, giver, { kind: 'org', objectIds: [...new Set(paths.flatMap((path) => path.split('.')))] }),
  )

export function requireDays({ from, to }: { from: string | null; to: string | null }, { day }: Giver) {
  if (from !== null && to !== null && to < from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (to !== null && to < day) throw invalid([{ field: 'to', msg: '结束日期不能早于今天' }])
}
