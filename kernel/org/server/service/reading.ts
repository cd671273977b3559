import { found, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { PageQuery } from '#packages/contract'
import type { OrgType, SwitchNode } from '../../contract.ts'
import { firstAdministrators } from '../administrators.ts'
import {
  findOrganisation,
  isWithinReach,
  levelOf,
  namesAbove,
  nodesWithin,
  pageOfOrganisations,
  unitLevelOf,
  unitsByIds,
  unitsWithin,
} from '../queries.ts'

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
export async function requireWithinReach(ctx: Ctx, scope: Scope, id: string | null) {
  if (id !== null && !(await isWithinReach(ctx.db, scope, id))) throw notFound('组织')
}

export async function listOrganisations(ctx: Ctx, { parentId, ...page }: PageQuery & { parentId: string | null }) {
  const scope = scopeOf(ctx, 'org.read')
  const { items, ...counts } = await pageOfOrganisations(ctx.db, scope, parentId, page)
  if (items.length === 0) await requireWithinReach(ctx, scope, parentId)
  return { ...counts, items: await presentAll(ctx, items) }
}

export async function readOrganisation(ctx: Ctx, id: string) {
  const { path, ...row } = found(await findOrganisation(ctx.db, scopeOf(ctx, 'org.read'), id), '组织')
  const above = await namesAbove(ctx.db, path)
  const first = (await firstAdministrators(ctx, [row])).get(row.id)
  return {
    ...presentWith(row, first?.userId),
    formId: row.id,
    ancestors: above.map(({ name }) => name),
    adminName: first?.name ?? '',
    adminPassword: '' as const,
    adminPasswordAgain: '' as const,
  }
}

/** What is the same for every row that can be read: it is not deleted, and a join code is never shown again. */
const presentWith = <Row extends object>(row: Row, adminId: string | null = null) =>
  Object.assign(row, { adminId, isDeleted: false, validCode: '' as const })

/** Rows as the wire has them, each with who runs it. */
export async function presentAll<Row extends { id: string; type: OrgType }>(ctx: Ctx, rows: readonly Row[]) {
  const first = await firstAdministrators(ctx, rows)
  return rows.map((row) => presentWith(row, first.get(row.id)?.userId))
}

export async function readAll(ctx: Ctx) {
  const nodes = await nodesWithin(ctx.db, scopeOf(ctx, 'org.read'), flatLimit + 1)
  if (nodes.length > flatLimit) throw new Refusal('组织过多，请使用搜索')
  return nodes.sort((a, b) => a.level - b.level || bySort(a, b))
}

/** Organisations to choose from, nested: those of a reach, if there is one, and those named beside it. */
export async function readSwitchNodes(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope | undefined,
  ownIds: readonly string[],
): Promise<SwitchNode[]> {
  const reached = scope ? await unitsForTree(ctx, scope) : []
  const missing = new Set(ownIds).difference(new Set(reached.map(({ id }) => id)))
  const own: Unit[] = missing.size > 0 ? await unitsByIds(ctx.db, [...missing]) : []
  return nest([...own, ...reached], ({ id, name, type, stages, hasChild }) => ({
    id,
    name,
    type,
    stages,
    children: [],
    ...(hasChild === undefined ? {} : { hasChild }),
  }))
}

interface Unit {
  id: string
  parentId: string | null
  name: string
  type: OrgType
  stages: number[]
  hasChild?: boolean
}

/** The organisations of a reach for choosing among them, in their order: all, or where they are too many two levels. */
export async function unitsForTree(ctx: Pick<Ctx, 'db'>, scope: Scope): Promise<Unit[]> {
  const units = await unitsWithin(ctx.db, scope, wholeTreeLimit + 1)
  if (units.length <= wholeTreeLimit) return units.sort(bySort)
  const roots = await unitLevelOf(ctx.db, scope, null)
  const children = await unitLevelOf(
    ctx.db,
    scope,
    roots.map(({ id }) => id),
  )
  return [...roots, ...children]
}

/** Puts nodes below their parents; those whose parent is not among them are the roots. */
export function nest<Row extends { id: string; parentId: string | null }, Node extends { children: Node[] }>(
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
