import { addDays, type Ctx, may, notFound, orNotFound } from '#packages/core'
import type { OrgGrant } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import { recordGrants } from '../../logged-objects.ts'
import {
  isGivenTo,
  isInherited,
  isOpenAt,
  toPathLabel,
  getOrgGrantState,
  requireMayChange,
  type OrgGrantEntries,
  type OrgGrantState,
  mayPassOn,
  appNotOpenHere,
} from '../../grant-policy.ts'
import {
  listOrgNodes,
  deleteGrantEntries,
  upsertGrantEntries,
  type GrantEntry,
  type OrgNode,
  listGrantEntries,
  type NewGrantEntry,
} from '../../grant-queries.ts'
import { listPeopleGranted, listRolesGranted, type GrantedObject } from '../../grant-object-queries.ts'
import { toGrantKind, getOrgNode, getGrantObject, listGrantObjects, type GrantObject } from './grant-objects.ts'
import {
  listGrantableApps,
  getGrantableApp,
  pickApps,
  getGranter,
  noEntries,
  listOrgEntriesAbove,
  listOrgEntries,
  requireValidDays,
  requireGrantableTo,
  type Granter,
  getReviewer,
} from './granter.ts'

interface ObjectAppsForm {
  type: number
  objectId: string
  appKeys: readonly string[]
}

/** Saves all applications of one organisation, role or person. */
export function saveObjectApps(ctx: Ctx, { type, objectId, appKeys }: ObjectAppsForm) {
  const kind = toGrantKind(type)
  return kind === 'org' ? saveAppsOfOrg(ctx, objectId, appKeys) : saveAppsOfObject(ctx, kind, objectId, appKeys)
}

interface GrantDays {
  from: string | null
  to: string | null
}
const unlimited: GrantDays = { from: null, to: null }

interface OrgChange {
  app: AppRow
  entries: OrgGrantEntries
  node: OrgNode
  own: OrgGrantState
}

/** Saves the applications of one organisation, among those that the caller decides about. */
export async function saveAppsOfOrg(ctx: Ctx, orgId: string, keys: readonly string[]) {
  const granter = getGranter(ctx)
  const node = await getOrgNode(ctx, granter, orgId)
  const apps = await listGrantableApps(ctx, granter)
  const wanted = new Set(pickApps(apps, keys).map((app) => (requireGrantableTo('org', app), app.key)))
  const above = await listOrgEntriesAbove(ctx, granter, [node.path])
  const changes = apps
    .filter((app) => isGivenTo('org', app))
    .flatMap((app): OrgChange[] => {
      const entries = above.get(app.key) ?? noEntries
      if (isOpenAt(app, entries, node.path) === wanted.has(app.key)) return []
      const comesFromAbove = isInherited(app, entries, node)
      // An inherited application is refused or allowed; any other gets an entry or none.
      const own = wanted.has(app.key) ? (comesFromAbove ? 'none' : 'given') : comesFromAbove ? 'refused' : 'none'
      return [{ app, entries, node, own }]
    })
  return applyOrgChanges(ctx, granter, changes, unlimited)
}

interface AppOrgsForm extends GrantDays {
  key: string
  orgs: readonly OrgGrant[]
}

/** Saves the entries of these organisations for one application; all others stay. */
export async function saveOrgsOfApp(ctx: Ctx, { key, orgs, ...days }: AppOrgsForm) {
  const granter = getGranter(ctx)
  requireValidDays(days, granter)
  const app = await getGrantableApp(ctx, granter, 'org', key)
  const entries = (await listOrgEntries(ctx, granter, [key])).get(key) ?? noEntries
  const nodes = await getNamedNodes(ctx, granter, orgs)
  const wanted = new Map(orgs.map(({ orgId, own }) => [orgId, own]))
  const changes = [...wanted].map(([orgId, own]): OrgChange => ({
    app,
    entries,
    node: orNotFound(nodes.get(orgId)),
    own,
  }))
  return applyOrgChanges(
    ctx,
    granter,
    changes.filter(({ node, own }) => !isUnchanged(entries.get(toPathLabel(node.id)), own, days)),
    days,
  )
}

export async function getNamedNodes(
  ctx: Ctx,
  { scope }: Granter,
  orgs: readonly OrgGrant[],
): Promise<Map<string, OrgNode>> {
  const ids = new Set(orgs.map(({ orgId }) => orgId))
  const nodes = new Map((await listOrgNodes(ctx.db, scope, [...ids])).map((node) => [node.id, node]))
  if (nodes.size < ids.size) throw notFound('组织')
  return nodes
}

function isUnchanged(before: GrantEntry | undefined, own: OrgGrantState, { from, to }: GrantDays): boolean {
  if (getOrgGrantState(before) !== own) return false
  if (!before || before.isRefused) return true
  return before.beginsOn === from && before.overOn === (to === null ? null : addDays(to, 1))
}

const orgGrantNames = { none: '', given: '本单位', 'with-below': '本单位及下级', refused: '停用' } as const

async function applyOrgChanges(ctx: Ctx, { scope }: Granter, changes: readonly OrgChange[], days: GrantDays) {
  for (const { app, entries, ...change } of changes) requireMayChange(scope, app, entries, change)
  const entryOf = ({ app, node, own }: OrgChange) => ({
    key: app.key,
    kind: 'org' as const,
    objectId: node.id,
    includesBelow: own === 'with-below',
    isRefused: own === 'refused',
  })
  const isNothing = ({ own }: OrgChange) => own === 'none'
  await deleteGrantEntries(ctx.db, changes.filter(isNothing).map(entryOf))
  await upsertGrantEntries(ctx.db, changes.filter((change) => !isNothing(change)).map(entryOf), {
    ...days,
    by: ctx.actor.userId,
    now: ctx.now,
  })
  const describe = (app: AppRow, state: OrgGrantState) =>
    state === 'none' ? '' : `${app.name}（${orgGrantNames[state]}）`
  await recordGrants(
    ctx,
    changes.map(({ app, node, own, entries }) => ({
      objectId: node.id,
      before: describe(app, getOrgGrantState(entries.get(toPathLabel(node.id)))),
      after: describe(app, own),
    })),
  )
  const given = changes.filter(isGiving).length
  return { given, taken: changes.length - given }
}

/** Removing a refusal is granting, too. */
const isGiving = ({ own, entries, node }: OrgChange) =>
  own === 'given' || own === 'with-below' || (own === 'none' && entries.get(toPathLabel(node.id))?.isRefused === true)

/** Grants a requested application to the organisation; the caller has checked the permission before. */
export async function grantToOrg(ctx: Ctx, key: string, orgId: string) {
  const granter = getGranter(ctx)
  const node = await getOrgNode(ctx, granter, orgId)
  const entries = (await listOrgEntriesAbove(ctx, granter, [node.path])).get(key) ?? noEntries
  const app = await getGrantableApp(ctx, granter, 'org', key)
  if (isOpenAt(app, entries, node.path)) return
  await applyOrgChanges(
    ctx,
    granter,
    [{ app, entries, node, own: isInherited(app, entries, node) ? 'none' : 'given' }],
    unlimited,
  )
}

type ObjectKind = 'role' | 'person'

/** Saves the applications of one role or person, among those that the caller decides about. */
export async function saveAppsOfObject(ctx: Ctx, kind: ObjectKind, objectId: string, keys: readonly string[]) {
  const granter = getGranter(ctx)
  const object = await getGrantObject(ctx, granter, kind, objectId)
  const apps = await listGrantableApps(ctx, granter)
  const chosen = pickApps(apps, keys)
  for (const app of chosen) requireGrantableTo(kind, app)
  const present = await listGrantEntries(ctx.db, granter, { kind, objectIds: [object.id] })
  // A grant that has not begun is shown unticked, so an unticked one stays; a ticked one begins now.
  const has = new Set(present.filter(({ isLive }) => isLive).map(({ key }) => key))
  const wanted = new Set(chosen.map(({ key }) => key))
  const addedApps = chosen.filter(({ key }) => !has.has(key))
  const removedApps = apps.filter((app) => isGivenTo(kind, app) && has.has(app.key) && !wanted.has(app.key))
  await requireAppsOpen(ctx, granter, addedApps, [object])
  const entryOf = ({ key }: AppRow) => ({ key, kind, objectId: object.id, ...plainEntry })
  await deleteGrantEntries(ctx.db, removedApps.map(entryOf))
  await upsertGrantEntries(ctx.db, addedApps.map(entryOf), { from: null, to: null, by: ctx.actor.userId, now: ctx.now })
  await recordGrants(ctx, [
    ...removedApps.map(({ name }) => ({ objectId: object.id, before: name, after: '' })),
    ...addedApps.map(({ name }) => ({ objectId: object.id, before: '', after: name })),
  ])
  return { given: addedApps.length, taken: removedApps.length }
}

const plainEntry = { includesBelow: false, isRefused: false }

interface AppObjectsForm {
  type: 2 | 3
  key: string
  objectIds: readonly string[]
  from: string | null
  to: string | null
}

/**
 * Saves the people or roles that have one application, among those that the caller decides about. Existing grants keep
 * their days.
 */
export async function saveObjectsOfApp(ctx: Ctx, { type, key, objectIds, ...days }: AppObjectsForm) {
  const granter = getGranter(ctx)
  requireValidDays(days, granter)
  const kind = type === 2 ? 'role' : 'person'
  const app = await getGrantableApp(ctx, granter, kind, key)
  const present = toIdSet(await listPresentObjects(ctx, granter, kind, key))
  const wanted = new Set(await filterDecided(ctx, granter, { kind, key, present }, objectIds))
  const added = await listGrantObjects(
    ctx,
    granter,
    kind,
    [...wanted].filter((id) => !present.has(id)),
  )
  await requireAppsOpen(ctx, granter, [app], added)
  const removedIds = [...present].filter((id) => !wanted.has(id))
  const entryOf = (objectId: string): NewGrantEntry => ({ key, kind, objectId, ...plainEntry })
  await deleteGrantEntries(ctx.db, removedIds.map(entryOf))
  await upsertGrantEntries(
    ctx.db,
    added.map(({ id }) => entryOf(id)),
    { ...days, by: ctx.actor.userId, now: ctx.now },
  )
  await recordGrants(ctx, [
    ...removedIds.map((objectId) => ({ objectId, before: app.name, after: '' })),
    ...added.map(({ id }) => ({ objectId: id, before: '', after: app.name })),
  ])
  return { given: added.length, taken: removedIds.length }
}

/** The objects in scope that have the application now or from a later day. */
export async function listPresentObjects(
  ctx: Ctx,
  { scope, day }: Granter,
  kind: ObjectKind,
  key: string,
): Promise<GrantedObject[]> {
  if (kind === 'role') return listRolesGranted(ctx.db, scope, key, day)
  return (await listPeopleGranted(ctx.db, scope, key, day)).map(({ userId, comesOn }) => ({ id: userId, comesOn }))
}

export const toIdSet = (grantedObjects: readonly GrantedObject[]): ReadonlySet<string> =>
  new Set(grantedObjects.map(({ id }) => id))

interface PresentObjects {
  kind: ObjectKind
  key: string
  /** The objects in scope that have the application. */
  present: ReadonlySet<string>
}

/**
 * A caller may review more than she decides about and sends the whole list back: objects outside her scope stay as they
 * are.
 */
export async function filterDecided(
  ctx: Ctx,
  granter: Granter,
  { kind, key, present }: PresentObjects,
  ids: readonly string[],
) {
  if (granter.scope.district || !may(ctx.actor, 'app.review')) return [...ids]
  const seen = toIdSet(await listPresentObjects(ctx, getReviewer(ctx), kind, key))
  return ids.filter((id) => present.has(id) || !seen.has(id))
}

/** Refuses to grant what the caller's own organisation does not have. */
async function requireAppsOpen(ctx: Ctx, granter: Granter, apps: readonly AppRow[], objects: readonly GrantObject[]) {
  const { scope } = granter
  if (scope.district || apps.length === 0 || objects.length === 0) return
  const paths = [...new Set(objects.flatMap(({ path }) => path ?? []))]
  const entries = await listOrgEntriesAbove(ctx, granter, paths)
  for (const app of apps)
    for (const path of paths)
      if (!mayPassOn(scope, app, entries.get(app.key) ?? noEntries, path)) throw appNotOpenHere()
}
