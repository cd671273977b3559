import { may, type Ctx } from '#packages/core'
import type { AppRow } from '../../application-list.ts'
import { isGivenTo, mayPassOn, notOpenHere } from '../../grant-policy.ts'
import { peopleGiven, rolesGiven, type ObjectGiven } from '../../grant-object-queries.ts'
import { entriesOf, removeEntries, writeEntries, type NewEntry } from '../../grant-queries.ts'
import {
  appsToGive,
  appToGive,
  chosenAmong,
  giverOf,
  noEntries,
  orgEntriesAbove,
  requireDays,
  requireGivenTo,
  reviewerOf,
  type Giver,
} from './giver.ts'
import { objectOf, objectsOf, type GrantObject } from './objects.ts'

type Kind = 'role' | 'person'

/** What one role or person is to have, of all that the caller decides about. */
export async function saveAppsOfObject(ctx: Ctx, kind: Kind, objectId: string, keys: readonly string[]) {
  const giver = giverOf(ctx)
  const object = await objectOf(ctx, giver, kind, objectId)
  const apps = await appsToGive(ctx, giver)
  const chosen = chosenAmong(apps, keys)
  for (const app of chosen) requireGivenTo(kind, app)
  const present = await entriesOf(ctx.db, giver, { kind, objectIds: [object.id] })
  // What has not begun is not ticked, and so not taken by leaving it so; ticked, it counts from now on.
  const has = new Set(present.filter(({ isLive }) => isLive).map(({ key }) => key))
  const wanted = new Set(chosen.map(({ key }) => key))
  const given = chosen.filter(({ key }) => !has.has(key))
  const taken = apps.filter((app) => isGivenTo(kind, app) && has.has(app.key) && !wanted.has(app.key))
  await requireOpen(ctx, giver, given, [object])
  const entryOf = ({ key }: AppRow) => ({ key, kind, objectId: object.id, ...plain })
  await removeEntries(ctx.db, taken.map(entryOf))
  await writeEntries(ctx.db, given.map(entryOf), { from: null, to: null, by: ctx.actor.userId, now: ctx.now })
  return { given: given.length, taken: taken.length }
}

const plain = { includesBelow: false, isRefused: false }

interface ObjectsOfApp {
  type: 2 | 3
  key: string
  objectIds: readonly string[]
  from: string | null
  to: string | null
}

/**
 * All people, or all roles, that are to have one application, among those that the caller decides about. Whoever has it
 * already keeps the days that were said then.
 */
export async function saveObjectsOfApp(ctx: Ctx, { type, key, objectIds, ...days }: ObjectsOfApp) {
  const giver = giverOf(ctx)
  requireDays(days, giver)
  const kind = type === 2 ? 'role' : 'person'
  const app = await appToGive(ctx, giver, kind, key)
  const present = idsOf(await presentOf(ctx, giver, kind, key))
  const wanted = new Set(await decidedAmong(ctx, giver, { kind, key, present }, objectIds))
  const added = await objectsOf(
    ctx,
    giver,
    kind,
    [...wanted].filter((id) => !present.has(id)),
  )
  await requireOpen(ctx, giver, [app], added)
  const taken = [...present].filter((id) => !wanted.has(id))
  const entryOf = (objectId: string): NewEntry => ({ key, kind, objectId, ...plain })
  await removeEntries(ctx.db, taken.map(entryOf))
  await writeEntries(
    ctx.db,
    added.map(({ id }) => entryOf(id)),
    { ...days, by: ctx.actor.userId, now: ctx.now },
  )
  return { given: added.length, taken: taken.length }
}

/** Those within reach that have it, or will. */
export async function presentOf(ctx: Ctx, { scope, day }: Giver, kind: Kind, key: string): Promise<ObjectGiven[]> {
  if (kind === 'role') return rolesGiven(ctx.db, scope, key, day)
  return (await peopleGiven(ctx.db, scope, key, day)).map(({ userId, comesOn }) => ({ id: userId, comesOn }))
}

export const idsOf = (given: readonly ObjectGiven[]): ReadonlySet<string> => new Set(given.map(({ id }) => id))

interface Present {
  kind: Kind
  key: string
  /** What has it within the reach of whoever decides. */
  present: ReadonlySet<string>
}

/**
 * Somebody may see further than she decides, and the whole list comes back from her: what stood in it and is not hers to
 * decide about stays as it is.
 */
export async function decidedAmong(ctx: Ctx, giver: Giver, { kind, key, present }: Present, ids: readonly string[]) {
  if (giver.scope.district || !may(ctx.actor, 'app.review')) return [...ids]
  const seen = idsOf(await presentOf(ctx, reviewerOf(ctx), kind, key))
  return ids.filter((id) => present.has(id) || !seen.has(id))
}

/** Nobody hands on what her own organisation does not have. */
async function requireOpen(ctx: Ctx, giver: Giver, apps: readonly AppRow[], objects: readonly GrantObject[]) {
  const { scope } = giver
  if (scope.district || apps.length === 0 || objects.length === 0) return
  const paths = [...new Set(objects.flatMap(({ path }) => path ?? []))]
  const entries = await orgEntriesAbove(ctx, giver, paths)
  for (const app of apps)
    for (const path of paths) if (!mayPassOn(scope, app, entries.get(app.key) ?? noEntries, path)) throw notOpenHere()
}
