import { appCategories, type AppCategory } from '#packages/contract'
import { orNotFound, type Ctx } from '#packages/core'
import { nestNodes, listUnitsForTree } from '#kernel/org/server/api.ts'
import { orgTypes } from '#kernel/org/contract.ts'
import type { GrantedUser, OrgRelation, PermissionNode, RelationTree } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import {
  isGivenTo,
  isOpenAt,
  toPathLabel,
  getGrantOpeningDay,
  getOrgGrantState,
  getAppPower,
  type OrgGrantEntries,
} from '../../grant-policy.ts'
import { listGrantEntries, listOrgPaths } from '../../grant-queries.ts'
import { listPeopleGranted, listRolesGranted } from '../../grant-object-queries.ts'
import {
  listGrantableApps,
  getGrantableApp,
  getReviewer,
  noEntries,
  listOrgEntriesAbove,
  listOrgEntries,
} from './granter.ts'
import { describeGrantedRoles, toGrantKind, getOrgNode, getGrantObject } from './grant-objects.ts'

/** The categories with their applications; empty categories are left out. */
function groupByCategory<Group>(
  apps: readonly AppRow[],
  present: (id: AppCategory, name: string, apps: AppRow[]) => Group,
) {
  return Object.entries(appCategories).flatMap(([id, name]) => {
    const inCategory = apps.filter(({ category }) => category === id)
    return inCategory.length > 0 ? [present(id as AppCategory, name, inCategory)] : []
  })
}

export async function getAppTree(ctx: Ctx): Promise<PermissionNode[]> {
  return groupByCategory(await listGrantableApps(ctx, getReviewer(ctx)), (id, name, apps) => ({
    id,
    name,
    power: 0,
    isApp: false,
    children: apps.map((app) => ({
      id: app.key,
      name: app.name,
      power: getAppPower(app),
      isApp: true,
      children: [],
    })),
  }))
}

/** The applications that can be granted to one object, each with whether the object has it. */
export async function getRelationTree(ctx: Ctx, type: number, objectId: string): Promise<RelationTree[]> {
  const reviewer = getReviewer(ctx)
  const kind = toGrantKind(type)
  const has = await getGrantStatusReader(ctx, kind, objectId)
  const apps = (await listGrantableApps(ctx, reviewer)).filter((app) => isGivenTo(kind, app))
  return groupByCategory(apps, (id, name, inCategory) => ({
    id,
    name,
    children: inCategory.map((app) => ({
      key: app.key,
      name: app.name,
      category: app.category,
      edition: app.edition,
      ...has(app),
      power: getAppPower(app),
    })),
  }))
}

type GrantStatus = Pick<RelationTree['children'][number], 'isRelation' | 'comesOn'>

async function getGrantStatusReader(
  ctx: Ctx,
  kind: ReturnType<typeof toGrantKind>,
  objectId: string,
): Promise<(app: AppRow) => GrantStatus> {
  const reviewer = getReviewer(ctx)
  if (kind === 'org') {
    const node = await getOrgNode(ctx, reviewer, objectId)
    const entries = await listOrgEntriesAbove(ctx, reviewer, [node.path])
    return (app) => getStatusAt(app, entries.get(app.key) ?? noEntries, node.path)
  }
  const object = await getGrantObject(ctx, reviewer, kind, objectId)
  const grantEntries = await listGrantEntries(ctx.db, reviewer, { kind, objectIds: [object.id] })
  const byKey = new Map(grantEntries.map((entry) => [entry.key, entry]))
  return ({ key }) => {
    const entry = byKey.get(key)
    return { isRelation: entry?.isLive === true, comesOn: entry && !entry.isLive ? entry.beginsOn : null }
  }
}

const getStatusAt = (app: AppRow, entries: OrgGrantEntries, path: string): GrantStatus => ({
  isRelation: isOpenAt(app, entries, path),
  comesOn: getGrantOpeningDay(app, entries, path),
})

/** The organisations in the caller's scope, each with its own entry and whether the application is open there. */
export async function getOrgGrantTree(ctx: Ctx, key: string): Promise<OrgRelation[]> {
  const reviewer = getReviewer(ctx)
  const app = await getGrantableApp(ctx, reviewer, 'org', key)
  const entries = (await listOrgEntries(ctx, reviewer, [app.key])).get(app.key) ?? noEntries
  const units = await listUnitsForTree(ctx, reviewer.scope)
  const paths = new Map(
    (
      await listOrgPaths(
        ctx.db,
        units.map(({ id }) => id),
      )
    ).map(({ id, path }) => [id, path]),
  )
  const shown = new Set(units.map(({ id }) => id))
  return nestNodes(units, ({ id, name, parentId, type }): OrgRelation => ({
    id,
    name,
    type: orgTypes[type].code,
    children: [],
    // The parent of the topmost organisation is not disclosed.
    parentId: parentId !== null && shown.has(parentId) ? parentId : null,
    own: getOrgGrantState(entries.get(toPathLabel(id))),
    ...getStatusAt(app, entries, orNotFound(paths.get(id))),
  }))
}

interface GrantedUserDays extends GrantedUser {
  from: string | null
  to: string | null
  comesOn: string | null
}

/** The roles and people in the caller's scope that an application is granted to. */
export async function getUserRelations(ctx: Ctx, key: string) {
  const reviewer = getReviewer(ctx)
  const app = orNotFound(
    (await listGrantableApps(ctx, reviewer)).find((one) => one.key === key),
    '应用',
  )
  const users: GrantedUserDays[] = await listPeopleGranted(ctx.db, reviewer.scope, app.key, reviewer.day)
  const roles = await listRolesGranted(ctx.db, reviewer.scope, app.key, reviewer.day)
  return { users, roles: await describeGrantedRoles(ctx, roles) }
}
