import { found, type Ctx } from '#packages/core'
import type { OrgGrant } from '../../../contract.ts'
import { isGivenTo, isOpenAt, labelOf, type Entries } from '../../grant-policy.ts'
import { allNodesWithin, type EntryRow } from '../../grant-queries.ts'
import { countPupils, countViewers, type OpenOrg } from '../../grant-preview-queries.ts'
import { appsToGive, giverOf, noEntries, orgEntriesOf, type Giver } from './giver.ts'
import { objectsOf } from './objects.ts'
import { decidedAmong, idsOf, presentOf } from './saving-objects.ts'
import { nodesNamed } from './saving-orgs.ts'

interface Asked {
  key: string
  orgs: readonly OrgGrant[]
  roleIds: readonly string[] | null
  userIds: readonly string[] | null
}

/** Who sees an application now, and who would: within the caller's reach, as of today. */
export async function previewRelation(ctx: Ctx, { key, orgs, roleIds, userIds }: Asked) {
  const giver = giverOf(ctx)
  const app = found(
    (await appsToGive(ctx, giver)).find((one) => one.key === key),
    '应用',
  )
  await nodesNamed(ctx, giver, orgs)
  const entries = (await orgEntriesOf(ctx, giver, [key])).get(key) ?? noEntries
  const open = await openBeforeAndAfter(ctx, giver, entries, orgs)
  const kind = app.audience === 'person' ? 'person' : 'role'
  const named = isGivenTo(kind, app)
  const given = named ? await presentOf(ctx, giver, kind, key) : []
  // What has not begun opens nothing today, and goes on doing so unless it is taken out and given anew.
  const coming = idsOf(given.filter(({ comesOn }) => comesOn !== null))
  const present = idsOf(given)
  const asking = kind === 'person' ? userIds : roleIds
  const wanted = asking && (await decidedAmong(ctx, giver, { kind, key, present }, asking))
  if (named && wanted) await requireAll(ctx, giver, kind, wanted, present)
  const today = (ids: Iterable<string>) => [...ids].filter((id) => !coming.has(id))
  const asked = { orgs: open, before: today(present), after: today(wanted ?? present), day: giver.day }
  if (app.audience === 'families') return countPupils(ctx.db, asked)
  return countViewers(ctx.db, app.audience, asked)
}

/** What has it already may stay; all others have to be there. */
const requireAll = (
  ctx: Ctx,
  giver: Giver,
  kind: 'role' | 'person',
  wanted: readonly string[],
  present: ReadonlySet<string>,
) =>
  objectsOf(
    ctx,
    giver,
    kind,
    wanted.filter((id) => !present.has(id)),
  )

async function openBeforeAndAfter(ctx: Ctx, { scope }: Giver, entries: Entries, orgs: readonly OrgGrant[]) {
  const changed = new Map(entries)
  for (const { orgId, own } of orgs) {
    if (own === 'none') changed.delete(labelOf(orgId))
    else changed.set(labelOf(orgId), entryOf(orgId, own))
  }
  return (await allNodesWithin(ctx.db, scope)).flatMap(({ id, path }): OpenOrg[] => {
    const [was, will] = [isOpenAt(entries, path), isOpenAt(changed, path)]
    return was || will ? [{ id, was, will }] : []
  })
}

const entryOf = (objectId: string, own: OrgGrant['own']): EntryRow => ({
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
