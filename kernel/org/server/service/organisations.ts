import { orNotFound, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { PageQuery, QueryOf, DataOf } from '#packages/contract'
import type { OrgType, SwitchNode, orgApi } from '../../contract.ts'
import { getFirstAdministrators } from '../first-administrators.ts'
import {
  findOrganisation,
  isInNodeScope,
  listLevel,
  listAncestorNames,
  listNodes,
  listOrganisationPage,
  listUnitLevel,
  listUnitsByIds,
  listUnits,
} from '../queries.ts'
import { findManagedOrganisation } from '../edit-queries.ts'
import { findSearchStart, searchOrganisationPage } from '../search-queries.ts'
import { getStoredCounts, countDisabled, countByType, findOwnOrganisation } from '../summary-queries.ts'
import { findUnitInScope, listNamesUpwards, searchUnitsInScope, selectUnitById } from '../unit-queries.ts'

/** Larger trees are sent two levels deep. */
const wholeTreeLimit = 2_000
const flatLimit = 20_000

export async function getTreeLevel(ctx: Ctx, parentId: string | null) {
  const scope = scopeOf(ctx, 'org.read')
  const nodes = await listLevel(ctx.db, scope, parentId)
  if (nodes.length === 0) await requireNodeInScope(ctx, scope, parentId)
  return nodes
}

/** Distinguishes an empty node from one out of scope; runs only if nothing was found below it. */
export async function requireNodeInScope(ctx: Ctx, scope: Scope, id: string | null) {
  if (id !== null && !(await isInNodeScope(ctx.db, scope, id))) throw notFound('组织')
}

export async function listOrganisations(ctx: Ctx, { parentId, ...page }: PageQuery & { parentId: string | null }) {
  const scope = scopeOf(ctx, 'org.read')
  const { items, ...counts } = await listOrganisationPage(ctx.db, scope, parentId, page)
  if (items.length === 0) await requireNodeInScope(ctx, scope, parentId)
  return { ...counts, items: await presentOrganisations(ctx, items) }
}

export async function getOrganisation(ctx: Ctx, id: string) {
  const { path, ...row } = orNotFound(await findOrganisation(ctx.db, scopeOf(ctx, 'org.read'), id), '组织')
  const above = await listAncestorNames(ctx.db, path)
  const first = (await getFirstAdministrators(ctx, [row])).get(row.id)
  return {
    ...presentOrganisation(row, first?.userId),
    formId: row.id,
    ancestors: above.map(({ name }) => name),
    adminName: first?.name ?? '',
    adminPassword: '' as const,
    adminPasswordAgain: '' as const,
  }
}

/** Constant values: readable rows are not deleted, and a join code is never shown again. */
const presentOrganisation = <Row extends object>(row: Row, adminId: string | null = null) =>
  Object.assign(row, { adminId, isDeleted: false, validCode: '' as const })

/** Rows in wire format, each with its first administrator. */
export async function presentOrganisations<Row extends { id: string; type: OrgType }>(ctx: Ctx, rows: readonly Row[]) {
  const first = await getFirstAdministrators(ctx, rows)
  return rows.map((row) => presentOrganisation(row, first.get(row.id)?.userId))
}

export async function listAllOrganisations(ctx: Ctx) {
  const nodes = await listNodes(ctx.db, scopeOf(ctx, 'org.read'), flatLimit + 1)
  if (nodes.length > flatLimit) throw new Refusal('组织过多，请使用搜索')
  return nodes.sort((a, b) => a.level - b.level || bySort(a, b))
}

/** Nested organisations to choose from: those in scope, if there is one, and the caller's own (`ownIds`). */
export async function listSwitchNodes(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope | undefined,
  ownIds: readonly string[],
): Promise<SwitchNode[]> {
  const visitable = scope ? await listUnitsForTree(ctx, scope) : []
  const missing = new Set(ownIds).difference(new Set(visitable.map(({ id }) => id)))
  const own: TreeUnit[] = missing.size > 0 ? await listUnitsByIds(ctx.db, [...missing]) : []
  return nestNodes([...own, ...visitable], ({ id, name, type, stages, hasChild }) => ({
    id,
    name,
    type,
    stages,
    children: [],
    ...(hasChild === undefined ? {} : { hasChild }),
  }))
}

interface TreeUnit {
  id: string
  parentId: string | null
  name: string
  type: OrgType
  stages: number[]
  hasChild?: boolean
}

/** Organisations in scope for a tree, in order: all, or two levels if there are too many. */
export async function listUnitsForTree(ctx: Pick<Ctx, 'db'>, scope: Scope): Promise<TreeUnit[]> {
  const units = await listUnits(ctx.db, scope, wholeTreeLimit + 1)
  if (units.length <= wholeTreeLimit) return units.sort(bySort)
  const roots = await listUnitLevel(ctx.db, scope, null)
  const children = await listUnitLevel(
    ctx.db,
    scope,
    roots.map(({ id }) => id),
  )
  return [...roots, ...children]
}

/** Builds trees; nodes whose parent is missing become roots. */
export function nestNodes<Row extends { id: string; parentId: string | null }, Node extends { children: Node[] }>(
  rows: readonly Row[],
  nodeOf: (row: Row) => Node,
): Node[] {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]))
  const roots: Node[] = []
  for (const { id, parentId } of rows) {
    const parent = parentId === null ? undefined : nodes.get(parentId)
    ;(parent?.children ?? roots).push(nodes.get(id)!)
  }
  return roots
}

const bySort = (a: { sort: number; id: string }, b: { sort: number; id: string }) =>
  a.sort - b.sort || (a.id < b.id ? -1 : Number(a.id > b.id))

/** A created or changed organisation, as its form shows it. */
export async function getManagedOrganisation(ctx: Ctx, id: string, permission = 'org.edit') {
  const {
    path: _,
    isBelowReach: __,
    ...row
  } = orNotFound(await findManagedOrganisation(ctx.db, scopeOf(ctx, permission), id), '组织')
  return (await presentOrganisations(ctx, [row]))[0]!
}

type SearchQuery = QueryOf<typeof orgApi.search>

/** Searches organisations by name, type and position in the tree. */
export async function searchOrganisations(ctx: Ctx, search: SearchQuery) {
  const { pageNumber, pageSize, sort, desc, ...filter } = search
  const scope = scopeOf(ctx, 'org.read')
  const start = await getSearchStart(ctx, scope, filter.parentId)
  const { items, ...counts } = await searchOrganisationPage(ctx.db, scope, start, filter, {
    pageNumber,
    pageSize,
    sort,
    desc,
  })
  return { ...counts, items: await presentOrganisations(ctx, items) }
}

/** A start out of scope is not found. */
export const getSearchStart = async (ctx: Ctx, scope: Scope, id: string | null) =>
  id === null ? null : orNotFound(await findSearchStart(ctx.db, scope, id), '组织')

/** Numbers in scope. Departments, nine of ten nodes, are not scanned: each node stores the number below it. */
export async function getSummary(ctx: Ctx): Promise<DataOf<typeof orgApi.summary>> {
  const scope = scopeOf(ctx, 'org.read')
  const kinds = new Map((await countByType(ctx.db, scope)).map(({ type, count }) => [type, count]))
  const { nodes, people, countedAt } = await getStoredCounts(ctx.db, scope)
  const disabled = await countDisabled(ctx.db, scope)
  const sum = (...types: OrgType[]) => types.reduce((total, type) => total + (kinds.get(type) ?? 0), 0)
  const units = [...kinds.values()].reduce((total, count) => total + count, 0)
  return {
    schools: sum('school', 'other-school'),
    kindergartens: sum('kindergarten'),
    others: sum('institution', 'cluster'),
    departments: Math.max(0, nodes - units),
    people,
    disabled,
    countedAt: countedAt?.toISOString() ?? null,
  }
}

export const getOwnOrganisation = async ({ db, actor }: Ctx) =>
  orNotFound(await findOwnOrganisation(db, actor.orgId), '组织')

/** The name of the bureau above the caller's organisation. */
export const findBureauName = async ({ db, actor }: Ctx) =>
  (await findOwnOrganisation(db, actor.orgId))?.bureauName ?? ''

/** An organisation in scope that is not disabled. */
export const findUnit = (ctx: Pick<Ctx, 'db'>, scope: Scope, id: string) => findUnitInScope(ctx.db, scope, id)
export const findUnitById = (ctx: Pick<Ctx, 'db'>, id: string) => selectUnitById(ctx.db, id)
/** Names of these and their ancestors: 文澜中学, 云禾区教育局. */
export const listUnitNames = (ctx: Pick<Ctx, 'db'>, ids: readonly string[]) => listNamesUpwards(ctx.db, ids)
export const searchUnits = (ctx: Pick<Ctx, 'db'>, scope: Scope, keyword: string) =>
  searchUnitsInScope(ctx.db, scope, keyword, 20)
