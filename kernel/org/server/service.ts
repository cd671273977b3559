import { found, newId, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { pinyinOf } from '#packages/pinyin'
import type { PageQuery } from '#packages/contract'
import type { OrgType, SwitchNode } from '../contract.ts'
import {
  findOrganisation,
  insertOrganisation,
  isWithinReach,
  levelOf,
  markCounted,
  namesAbove,
  nodesWithin,
  pageOfOrganisations,
  recountChildren,
  storeUserCounts,
  unitLevelOf,
  unitsWithin,
  type UserCount,
} from './queries.ts'
import { findVisitable, searchVisitable, settingAt, storeSetting, unitById } from './visit-queries.ts'

/** Beyond this the tree for choosing is sent two levels deep. */
const wholeTreeLimit = 2_000
const flatLimit = 20_000

export async function readLevel(ctx: Ctx, parentId: string | null) {
  const scope = scopeOf(ctx, 'org.read')
  const nodes = await levelOf(ctx.db, scope, parentId)
  if (nodes.length === 0) await requireWithinReach(ctx, scope, parentId)
  return nodes
}

/** Tells an empty node from one that this user may not see: asked only when nothing was found below it. */
async function requireWithinReach(ctx: Ctx, scope: Scope, id: string | null) {
  if (id !== null && !(await isWithinReach(ctx.db, scope, id))) throw notFound('组织')
}

export async function listOrganisations(ctx: Ctx, { parentId, ...page }: PageQuery & { parentId: string | null }) {
  const scope = scopeOf(ctx, 'org.read')
  const { items, ...counts } = await pageOfOrganisations(ctx.db, scope, parentId, page)
  if (items.length === 0) await requireWithinReach(ctx, scope, parentId)
  return { ...counts, items: items.map(present) }
}

export async function readOrganisation(ctx: Ctx, id: string) {
  const { path, ...row } = found(await findOrganisation(ctx.db, scopeOf(ctx, 'org.read'), id), '组织')
  const above = await namesAbove(ctx.db, path)
  return {
    ...present(row),
    formId: row.id,
    ancestors: above.map(({ name }) => name),
    adminName: '',
    adminPassword: '' as const,
    adminPasswordAgain: '' as const,
  }
}

/** What is the same for every row that can be read: it is not deleted, and a join code is never shown again. */
const present = <Row extends object>(row: Row) => Object.assign(row, { isDeleted: false, validCode: '' as const })

export async function readAll(ctx: Ctx) {
  const nodes = await nodesWithin(ctx.db, scopeOf(ctx, 'org.read'), flatLimit + 1)
  if (nodes.length > flatLimit) throw new Refusal('组织过多，请使用搜索')
  return nodes.sort((a, b) => a.level - b.level || bySort(a, b))
}

export async function readBaseTree(ctx: Ctx): Promise<SwitchNode[]> {
  const scope = scopeOf(ctx, 'org.visit')
  const units = await unitsWithin(ctx.db, scope, wholeTreeLimit + 1)
  if (units.length <= wholeTreeLimit) return nest(units.sort(bySort))
  const roots = await unitLevelOf(ctx.db, scope, null)
  const children = await unitLevelOf(
    ctx.db,
    scope,
    roots.map(({ id }) => id),
  )
  return nest([...roots, ...children])
}

interface Unit {
  id: string
  parentId: string | null
  name: string
  type: OrgType
  stages: number[]
  hasChild?: boolean
}

/** Puts nodes below their parents; those whose parent is not among them are the roots. */
function nest(units: readonly Unit[]): SwitchNode[] {
  const nodes = new Map(units.map(({ parentId: _, ...unit }) => [unit.id, { ...unit, children: [] as SwitchNode[] }]))
  const roots: SwitchNode[] = []
  for (const { id, parentId } of units) {
    const parent = parentId === null ? undefined : nodes.get(parentId)
    ;(parent?.children ?? roots).push(nodes.get(id)!)
  }
  return roots
}

const bySort = (a: { sort: number; id: string }, b: { sort: number; id: string }) =>
  a.sort - b.sort || (a.id < b.id ? -1 : Number(a.id > b.id))

/** The label of a node in paths. */
const labelOf = (id: string) => id.replaceAll('-', '')

interface NewOrganisationFacts {
  id?: string
  parent: { id: string; path: string } | null
  name: string
  type: OrgType
  sort?: number
}

/** Adds a node below its parent and tells where it ended up. */
export async function createOrganisation(
  ctx: Ctx,
  { id = newId(), parent, name, type, sort = 0 }: NewOrganisationFacts,
) {
  const path = parent ? `${parent.path}.${labelOf(id)}` : labelOf(id)
  const { full, initials } = pinyinOf(name)
  await insertOrganisation(
    ctx.db,
    { id, parentId: parent?.id ?? null, path, name, pinyin: full, pinyinInitials: initials, type, sort },
    ctx.now,
  )
  return { id, path }
}

/** Corrects the counts of the tree: children by ourselves, people as whoever knows them counted them. */
export async function storeCounts(ctx: Ctx, users: readonly UserCount[]) {
  await recountChildren(ctx.db)
  if (users.length > 0) await storeUserCounts(ctx.db, users)
  await markCounted(ctx.db, ctx.now)
}

/** An organisation to be entered: within this reach, and open. */
export const findUnit = (ctx: Pick<Ctx, 'db'>, scope: Scope, id: string) => findVisitable(ctx.db, scope, id)
export const readUnit = (ctx: Pick<Ctx, 'db'>, id: string) => unitById(ctx.db, id)
export const searchUnits = (ctx: Pick<Ctx, 'db'>, scope: Scope, keyword: string) =>
  searchVisitable(ctx.db, scope, keyword, 20)

/** What an organisation has set, and where it has not, the one above it, and so on up to the bureau. */
export const readSetting = (ctx: Pick<Ctx, 'db'>, orgPath: string, key: string) => settingAt(ctx.db, orgPath, key)
export const writeSetting = (ctx: Pick<Ctx, 'db' | 'now'>, orgId: string, key: string, value: object) =>
  storeSetting(ctx.db, orgId, key, value, ctx.now)
