import { orNotFound, type Ctx } from '#packages/core'
import type { OrgGrant } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import { isGivenTo, isOpenAt, toPathLabel, type OrgGrantEntries } from '../../grant-policy.ts'
import { listAllOrgNodes, type GrantEntry } from '../../grant-queries.ts'
import { countPupilViewers, countViewers, type OrgOpenState } from '../../grant-preview-queries.ts'
import { listGrantableApps, getGranter, noEntries, listOrgEntries, type Granter } from './granter.ts'
import { listGrantObjects } from './grant-objects.ts'
import { filterDecided, toIdSet, listPresentObjects, getNamedNodes } from './save-grants.ts'

interface GrantPreviewQuery {
  key: string
  orgs: readonly OrgGrant[]
  roleIds: readonly string[] | null
  userIds: readonly string[] | null
}

/** Previews who sees an application before and after the change, within the caller's scope, as of today. */
export async function previewGrants(ctx: Ctx, { key, orgs, roleIds, userIds }: GrantPreviewQuery) {
  const granter = getGranter(ctx)
  const app = orNotFound(
    (await listGrantableApps(ctx, granter)).find((one) => one.key === key),
    '应用',
  )
  await getNamedNodes(ctx, granter, orgs)
  const entries = (await listOrgEntries(ctx, granter, [key])).get(key) ?? noEntries
  const open = await listOpenBeforeAndAfter(ctx, granter, app, entries, orgs)
  const kind = app.audience === 'person' ? 'person' : 'role'
  const named = isGivenTo(kind, app)
  const grantedObjects = named ? await listPresentObjects(ctx, granter, kind, key) : []
  // A grant that has not begun opens nothing today, and stays so unless it is removed and granted again.
  const coming = toIdSet(grantedObjects.filter(({ comesOn }) => comesOn !== null))
  const present = toIdSet(grantedObjects)
  const chosenIds = kind === 'person' ? userIds : roleIds
  const wanted = chosenIds && (await filterDecided(ctx, granter, { kind, key, present }, chosenIds))
  if (named && wanted) await requireAllObjects(ctx, granter, kind, wanted, present)
  const today = (ids: Iterable<string>) => [...ids].filter((id) => !coming.has(id))
  const countQuery = { orgs: open, before: today(present), after: today(wanted ?? present), day: granter.day }
  if (app.audience === 'families') return countPupilViewers(ctx.db, countQuery)
  return countViewers(ctx.db, app.audience, countQuery)
}

/** Objects that have the application already may stay; all others must exist. */
const requireAllObjects = (
  ctx: Ctx,
  granter: Granter,
  kind: 'role' | 'person',
  wanted: readonly string[],
  present: ReadonlySet<string>,
) =>
  listGrantObjects(
    ctx,
    granter,
    kind,
    wanted.filter((id) => !present.has(id)),
  )

async function listOpenBeforeAndAfter(
  ctx: Ctx,
  { scope }: Granter,
  app: AppRow,
  entries: OrgGrantEntries,
  orgs: readonly OrgGrant[],
) {
  const changed = new Map(entries)
  for (const { orgId, own } of orgs) {
    if (own === 'none') changed.delete(toPathLabel(orgId))
    else changed.set(toPathLabel(orgId), toEntry(orgId, own))
  }
  return (await listAllOrgNodes(ctx.db, scope)).flatMap(({ id, path }): OrgOpenState[] => {
    const [was, will] = [isOpenAt(app, entries, path), isOpenAt(app, changed, path)]
    return was || will ? [{ id, was, will }] : []
  })
}

const toEntry = (objectId: string, own: OrgGrant['own']): GrantEntry => ({
  key: '',
  kind: 'org',
  objectId,
  includesBelow: own === 'with-below',
  isRefused: own === 'refused',
  isLive: true,
  isOurs: true,
  beginsOn: null,
  overOn: null,
})
