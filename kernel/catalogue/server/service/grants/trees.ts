import { appCategories, type AppCategory } from '#packages/contract'
import { found, type Ctx } from '#packages/core'
import { nest, unitsForTree } from '#kernel/org/server'
import { orgTypes } from '#kernel/org/contract.ts'
import type { GrantedUser, OrgRelation, PermissionNode, RelationTree } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import { isGivenTo, isOpenAt, labelOf, opensOn, ownOf, powerOf, type Entries } from '../../grant-policy.ts'
import { entriesOf, pathsOf } from '../../grant-queries.ts'
import { peopleGiven, rolesGiven } from '../../grant-object-queries.ts'
import { appsToGive, appToGive, reviewerOf, noEntries, orgEntriesAbove, orgEntriesOf } from './giver.ts'
import { describeRolesGiven, kindOf, nodeInReach, objectOf } from './objects.ts'

/** The shelves with what stands on them; a shelf that is empty is left out. */
function byShelf<Shelf>(apps: readonly AppRow[], present: (id: AppCategory, name: string, apps: AppRow[]) => Shelf) {
  return Object.entries(appCategories).flatMap(([id, name]) => {
    const shelf = apps.filter(({ category }) => category === id)
    return shelf.length > 0 ? [present(id as AppCategory, name, shelf)] : []
  })
}

export async function readAppTree(ctx: Ctx): Promise<PermissionNode[]> {
  return byShelf(await appsToGive(ctx, reviewerOf(ctx)), (id, name, apps) => ({
    id,
    name,
    power: 0,
    isApp: false,
    children: apps.map((app) => ({
      id: app.key,
      name: app.name,
      power: powerOf(app),
      isApp: true,
      children: [],
    })),
  }))
}

/** The applications that can be given to one object, each with whether it has them. */
export async function readRelationTree(ctx: Ctx, type: number, objectId: string): Promise<RelationTree[]> {
  const reviewer = reviewerOf(ctx)
  const kind = kindOf(type)
  const has = await whatHas(ctx, kind, objectId)
  const apps = (await appsToGive(ctx, reviewer)).filter((app) => isGivenTo(kind, app))
  return byShelf(apps, (id, name, shelf) => ({
    id,
    name,
    children: shelf.map((app) => ({
      key: app.key,
      name: app.name,
      category: app.category,
      edition: app.edition,
      ...has(app.key),
      power: powerOf(app),
    })),
  }))
}

type Has = Pick<RelationTree['children'][number], 'isRelation' | 'comesOn'>

async function whatHas(ctx: Ctx, kind: ReturnType<typeof kindOf>, objectId: string): Promise<(key: string) => Has> {
  const reviewer = reviewerOf(ctx)
  if (kind === 'org') {
    const node = await nodeInReach(ctx, reviewer, objectId)
    const entries = await orgEntriesAbove(ctx, reviewer, [node.path])
    return (key) => statedAt(entries.get(key) ?? noEntries, node.path)
  }
  const object = await objectOf(ctx, reviewer, kind, objectId)
  const given = await entriesOf(ctx.db, reviewer, { kind, objectIds: [object.id] })
  const byKey = new Map(given.map((entry) => [entry.key, entry]))
  return (key) => {
    const entry = byKey.get(key)
    return { isRelation: entry?.isLive === true, comesOn: entry && !entry.isLive ? entry.beginsOn : null }
  }
}

const statedAt = (entries: Entries, path: string): Has => ({
  isRelation: isOpenAt(entries, path),
  comesOn: opensOn(entries, path),
})

/** The organisations of the caller's reach, each with what is said of it and whether the application is open there. */
export async function readOrgTree(ctx: Ctx, key: string): Promise<OrgRelation[]> {
  const reviewer = reviewerOf(ctx)
  const app = await appToGive(ctx, reviewer, 'org', key)
  const entries = (await orgEntriesOf(ctx, reviewer, [app.key])).get(app.key) ?? noEntries
  const units = await unitsForTree(ctx, reviewer.scope)
  const paths = new Map(
    (
      await pathsOf(
        ctx.db,
        units.map(({ id }) => id),
      )
    ).map(({ id, path }) => [id, path]),
  )
  const shown = new Set(units.map(({ id }) => id))
  return nest(units, ({ id, name, parentId, type }): OrgRelation => ({
    id,
    name,
    type: orgTypes[type].code,
    children: [],
    // What stands above the topmost is not told.
    parentId: parentId !== null && shown.has(parentId) ? parentId : null,
    own: ownOf(entries.get(labelOf(id))),
    ...statedAt(entries, found(paths.get(id))),
  }))
}

interface PersonGiven extends GrantedUser {
  from: string | null
  to: string | null
  comesOn: string | null
}

/** The roles and people that an application is given to, within the caller's reach. */
export async function readUserRelations(ctx: Ctx, key: string) {
  const reviewer = reviewerOf(ctx)
  const app = found(
    (await appsToGive(ctx, reviewer)).find((one) => one.key === key),
    '应用',
  )
  const users: PersonGiven[] = await peopleGiven(ctx.db, reviewer.scope, app.key, reviewer.day)
  const roles = await rolesGiven(ctx.db, reviewer.scope, app.key, reviewer.day)
  return { users, roles: await describeRolesGiven(ctx, roles) }
}
