import type { Ctx } from '#packages/core'
import type { Effect, Undone } from '#packages/sheet'
import { allContents } from '../contents.ts'
import { holdTop } from '../count-queries.ts'
import { updateOrganisation, type Change } from '../edit-queries.ts'
import { holdEnding } from '../move-queries.ts'
import { countMany } from '../service/making.ts'
import { inUse, removeForGood, standingBelow, whatBecameOf, type Made } from './undo-queries.ts'

const levelOf = ({ path }: Made) => path.split('.').length

/** What stops effects from being taken back, by their ids. */
async function obstacles(ctx: Ctx, effects: readonly Effect[]): Promise<ReadonlyMap<string, string>> {
  const nodes = new Map(
    (
      await whatBecameOf(
        ctx.db,
        effects.map(({ id }) => id),
      )
    ).map((node) => [node.id, node]),
  )
  const stopped = new Map<string, string>()
  for (const { id, mark } of effects) {
    const why = whyNotAsLeft(nodes.get(id), mark)
    if (why) stopped.set(id, why)
  }
  const made = effects.filter(({ id, result }) => result === 'new' && !stopped.has(id)).map(({ id }) => nodes.get(id)!)
  await stopThoseInUse(ctx, made, stopped)
  return stopped
}

function whyNotAsLeft(node: Made | undefined, mark: string): string {
  if (!node || node.isDeleted) return '之后已被删除'
  return String(node.version) === mark ? '' : '导入后被修改过'
}

/** Whatever stands in it, below it or otherwise belongs to it keeps what was made, and so all that it stands in. */
async function stopThoseInUse(ctx: Ctx, made: readonly Made[], stopped: Map<string, string>) {
  if (made.length === 0) return
  const ids = made.map(({ id }) => id)
  await stopInhabited(ctx, ids, stopped)
  for (const { id, host } of made) if (host !== '') stopped.set(id, '已设置域名')
  for (const id of await inUse(ctx.db, ids)) if (!stopped.has(id)) stopped.set(id, '已被使用')
  const going = new Set(ids.filter((id) => !stopped.has(id)))
  const below = Map.groupBy(await standingBelow(ctx.db, ids), ({ parentId }) => parentId)
  for (const node of made.toSorted((a, b) => levelOf(b) - levelOf(a))) {
    if ((below.get(node.id) ?? []).every(({ id }) => going.has(id))) continue
    going.delete(node.id)
    if (!stopped.has(node.id)) stopped.set(node.id, '下面还有其他机构')
  }
}

/** Asked for all at once, because there is hardly ever anybody; only then for halves, down to the one. */
async function stopInhabited(ctx: Ctx, ids: readonly string[], stopped: Map<string, string>) {
  for (const { title, measure, count } of allContents()) {
    const look = async (some: readonly string[]): Promise<void> => {
      const number = await count(ctx, some)
      if (number === 0) return
      if (some.length === 1) return void stopped.set(some[0]!, `已有${number}${measure}${title}`)
      const half = Math.ceil(some.length / 2)
      await look(some.slice(0, half))
      await look(some.slice(half))
    }
    await look(ids)
  }
}

const told = (effects: readonly Effect[], stopped: ReadonlyMap<string, string>): Undone[] =>
  effects.map(({ row, id }) => ({ row, kept: stopped.get(id) ?? '' }))

export const undoableRows = async (ctx: Ctx, effects: readonly Effect[]): Promise<Undone[]> =>
  told(effects, await obstacles(ctx, effects))

/** What was made is removed as if it had never been, what was changed says again what it said. */
export async function undoRows(ctx: Ctx, effects: readonly Effect[]): Promise<Undone[]> {
  await holdTop(ctx.db)
  await holdEnding(
    ctx.db,
    effects.map(({ id }) => id),
  )
  const stopped = await obstacles(ctx, effects)
  const going = effects.filter(({ id }) => !stopped.has(id))
  const made = going.filter(({ result }) => result === 'new').map(({ id }) => id)
  const nodes = (await whatBecameOf(ctx.db, made)).toSorted((a, b) => levelOf(b) - levelOf(a))
  await countMany(ctx, nodes, -1)
  await removeForGood(
    ctx.db,
    nodes.map(({ id }) => id),
  )
  for (const { id, before, mark } of going.filter(({ result }) => result === 'changed')) {
    await updateOrganisation(ctx.db, id, Number(mark), before as Change, ctx.now)
  }
  return told(effects, stopped)
}
