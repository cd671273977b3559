import type { Ctx } from '#packages/core'
import type { ImportEffect, UndoResult } from '#packages/sheet'
import { listContents } from '../org-contents.ts'
import { lockOrgTree } from '../count-queries.ts'
import { updateOrganisation, type OrganisationUpdate } from '../edit-queries.ts'
import { lockNodes } from '../move-queries.ts'
import { updateTreeCounts } from '../service/create-organisations.ts'
import {
  listIdsInUse,
  deletePermanently,
  listChildNodes,
  listImported,
  type ImportedOrganisation,
} from './undo-queries.ts'

const getDepth = ({ path }: ImportedOrganisation) => path.split('.').length

/** Reasons why effects cannot be undone, by id. */
async function findUndoObstacles(ctx: Ctx, effects: readonly ImportEffect[]): Promise<ReadonlyMap<string, string>> {
  const nodes = new Map(
    (
      await listImported(
        ctx.db,
        effects.map(({ id }) => id),
      )
    ).map((node) => [node.id, node]),
  )
  const stopped = new Map<string, string>()
  for (const { id, mark } of effects) {
    const why = getChangeReason(nodes.get(id), mark)
    if (why) stopped.set(id, why)
  }
  const made = effects.filter(({ id, result }) => result === 'new' && !stopped.has(id)).map(({ id }) => nodes.get(id)!)
  await blockInUse(ctx, made, stopped)
  return stopped
}

function getChangeReason(node: ImportedOrganisation | undefined, mark: string): string {
  if (!node || node.isDeleted) return '之后已被删除'
  return String(node.version) === mark ? '' : '导入后被修改过'
}

/** A created organisation stays if anything is in it, below it or refers to it; then its ancestors stay too. */
async function blockInUse(ctx: Ctx, made: readonly ImportedOrganisation[], stopped: Map<string, string>) {
  if (made.length === 0) return
  const ids = made.map(({ id }) => id)
  await blockInhabited(ctx, ids, stopped)
  for (const { id, host } of made) if (host !== '') stopped.set(id, '已设置域名')
  for (const id of await listIdsInUse(ctx.db, ids)) if (!stopped.has(id)) stopped.set(id, '已被使用')
  const going = new Set(ids.filter((id) => !stopped.has(id)))
  const below = Map.groupBy(await listChildNodes(ctx.db, ids), ({ parentId }) => parentId)
  for (const node of made.toSorted((a, b) => getDepth(b) - getDepth(a))) {
    if ((below.get(node.id) ?? []).every(({ id }) => going.has(id))) continue
    going.delete(node.id)
    if (!stopped.has(node.id)) stopped.set(node.id, '下面还有其他机构')
  }
}

/** Counts all at once, because there is hardly ever anything; otherwise by halves, down to the single organisation. */
async function blockInhabited(ctx: Ctx, ids: readonly string[], stopped: Map<string, string>) {
  for (const { title, measure, count } of listContents(ctx)) {
    const blockIn = async (some: readonly string[]): Promise<void> => {
      const number = await count(ctx, some)
      if (number === 0) return
      if (some.length === 1) return void stopped.set(some[0]!, `已有${number}${measure}${title}`)
      const half = Math.ceil(some.length / 2)
      await blockIn(some.slice(0, half))
      await blockIn(some.slice(half))
    }
    await blockIn(ids)
  }
}

const toUndoResults = (effects: readonly ImportEffect[], stopped: ReadonlyMap<string, string>): UndoResult[] =>
  effects.map(({ row, id }) => ({ row, keptReason: stopped.get(id) ?? '' }))

export const listUndoableRows = async (ctx: Ctx, effects: readonly ImportEffect[]): Promise<UndoResult[]> =>
  toUndoResults(effects, await findUndoObstacles(ctx, effects))

/** Deletes created organisations permanently, and restores the former details of changed ones. */
export async function undoImportRows(ctx: Ctx, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  await lockOrgTree(ctx.db)
  await lockNodes(
    ctx.db,
    effects.map(({ id }) => id),
  )
  const stopped = await findUndoObstacles(ctx, effects)
  const going = effects.filter(({ id }) => !stopped.has(id))
  const made = going.filter(({ result }) => result === 'new').map(({ id }) => id)
  const nodes = (await listImported(ctx.db, made)).toSorted((a, b) => getDepth(b) - getDepth(a))
  await updateTreeCounts(ctx, nodes, -1)
  await deletePermanently(
    ctx.db,
    nodes.map(({ id }) => id),
  )
  for (const { id, before, mark } of going.filter(({ result }) => result === 'changed')) {
    await updateOrganisation(ctx.db, id, Number(mark), before as OrganisationUpdate, ctx.now)
  }
  return toUndoResults(effects, stopped)
}
