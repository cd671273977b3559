import { found, notFound, type Ctx } from '#packages/core'
import type { OrgGrant } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import {
  isGivenTo,
  isInherited,
  isOpenAt,
  labelOf,
  ownOf,
  requireMayChange,
  type Entries,
  type Own,
} from '../../grant-policy.ts'
import { nodesWithin, removeEntries, writeEntries, type EntryRow, type Node } from '../../grant-queries.ts'
import {
  appsToGive,
  appToGive,
  chosenAmong,
  giverOf,
  noEntries,
  orgEntriesAbove,
  orgEntriesOf,
  requireDays,
  requireGivenTo,
  type Giver,
} from './giver.ts'
import { nodeInReach } from './objects.ts'

interface Days {
  from: string | null
  to: string | null
}
const always: Days = { from: null, to: null }

interface OrgChange {
  app: AppRow
  entries: Entries
  node: Node
  own: Own
}

/** What one organisation is to have, of all that the caller decides about. */
export async function saveAppsOfOrg(ctx: Ctx, orgId: string, keys: readonly string[]) {
  const giver = giverOf(ctx)
  const node = await nodeInReach(ctx, giver, orgId)
  const apps = await appsToGive(ctx, giver)
  const wanted = new Set(chosenAmong(apps, keys).map((app) => (requireGivenTo('org', app), app.key)))
  const above = await orgEntriesAbove(ctx, giver, [node.path])
  const changes = apps
    .filter((app) => isGivenTo('org', app))
    .flatMap((app): OrgChange[] => {
      const entries = above.get(app.key) ?? noEntries
      if (isOpenAt(entries, node.path) === wanted.has(app.key)) return []
      const comesFromAbove = isInherited(entries, node)
      // What comes from above is kept off or let through; what does not has an entry or none.
      const own = wanted.has(app.key) ? (comesFromAbove ? 'none' : 'given') : comesFromAbove ? 'refused' : 'none'
      return [{ app, entries, node, own }]
    })
  return apply(ctx, giver, changes, always)
}

interface OrgsOfApp extends Days {
  key: string
  orgs: readonly OrgGrant[]
}

/** What is to be said of these organisations for one application; all others stay as they are. */
export async function saveOrgsOfApp(ctx: Ctx, { key, orgs, ...days }: OrgsOfApp) {
  const giver = giverOf(ctx)
  requireDays(days, giver)
  const app = await appToGive(ctx, giver, 'org', key)
  const entries = (await orgEntriesOf(ctx, giver, [key])).get(key) ?? noEntries
  const nodes = await nodesNamed(ctx, giver, orgs)
  const wanted = new Map(orgs.map(({ orgId, own }) => [orgId, own]))
  const changes = [...wanted].map(([orgId, own]): OrgChange => ({ app, entries, node: found(nodes.get(orgId)), own }))
  return apply(
    ctx,
    giver,
    changes.filter(({ node, own }) => !isAsWanted(entries.get(labelOf(node.id)), own, days)),
    days,
  )
}

export async function nodesNamed(ctx: Ctx, { scope }: Giver, orgs: readonly OrgGrant[]): Promise<Map<string, Node>> {
  const ids = new Set(orgs.map(({ orgId }) => orgId))
  const nodes = new Map((await nodesWithin(ctx.db, scope, [...ids])).map((node) => [node.id, node]))
  if (nodes.size < ids.size) throw notFound('组织')
  return nodes
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 3600_000).toISOString().slice(0, 10)

function isAsWanted(before: EntryRow | undefined, own: Own, { from, to }: Days): boolean {
  if (ownOf(before) !== own) return false
  if (!before || before.isRefused) return true
  return before.beginsOn === from && before.overOn === (to === null ? null : dayAfter(to))
}

async function apply(ctx: Ctx, { scope }: Giver, changes: readonly OrgChange[], days: Days) {
  for (const { app, entries, ...change } of changes) requireMayChange(scope, app, entries, change)
  const entryOf = ({ app, node, own }: OrgChange) => ({
    key: app.key,
    kind: 'org' as const,
    objectId: node.id,
    includesBelow: own === 'with-below',
    isRefused: own === 'refused',
  })
  const isNothing = ({ own }: OrgChange) => own === 'none'
  await removeEntries(ctx.db, changes.filter(isNothing).map(entryOf))
  await writeEntries(ctx.db, changes.filter((change) => !isNothing(change)).map(entryOf), {
    ...days,
    by: ctx.actor.userId,
    now: ctx.now,
  })
  const given = changes.filter(gives).length
  return { given, taken: changes.length - given }
}

/** Letting through what comes from above is giving, too. */
const gives = ({ own, entries, node }: OrgChange) =>
  own === 'given' || own === 'with-below' || (own === 'none' && entries.get(labelOf(node.id))?.isRefused === true)

/** Somebody who asked for an application is given it; whether it may be given was asked before. */
export async function giveOrg(ctx: Ctx, key: string, orgId: string) {
  const giver = giverOf(ctx)
  const node = await nodeInReach(ctx, giver, orgId)
  const entries = (await orgEntriesAbove(ctx, giver, [node.path])).get(key) ?? noEntries
  if (isOpenAt(entries, node.path)) return
  const app = await appToGive(ctx, giver, 'org', key)
  await apply(ctx, giver, [{ app, entries, node, own: isInherited(entries, node) ? 'none' : 'given' }], always)
}
