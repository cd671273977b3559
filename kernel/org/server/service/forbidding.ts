import type { BodyOf } from '#packages/contract'
import { notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { recordOperation } from '#kernel/audit/server'
import { atOnce, orgApi, type ForbidTargets } from '../../contract.ts'
import { holdTop } from '../count-queries.ts'
import { setForbidden } from '../edit-queries.ts'
import { canGovern, isOwn } from '../policy.ts'
import { targetsByIds, targetsFound, type Target } from '../search-queries.ts'
import { recordHistory } from './history.ts'
import { startOf } from './searching.ts'

type Forbidding = BodyOf<typeof orgApi.forbid>

/** What closing or opening these would do. */
export async function previewForbid(ctx: Ctx, { targets, isForbidden }: Forbidding) {
  return tell(await resolve(ctx, targets), isForbidden)
}

/**
 * Closes organisations, or opens them again. Who belongs to a closed one cannot sign in there, and those who are there
 * are signed out within seconds; nobody switches to it. What stands below keeps its own state.
 */
export async function forbid(ctx: Ctx, { targets, isForbidden }: Forbidding) {
  // Who moves organisations holds many of them too: one after the other, not each waiting for the other.
  await holdTop(ctx.db)
  const resolved = await resolve(ctx, targets)
  const ids = resolved.map(({ id }) => id)
  const changed = await setForbidden(ctx.db, ids, isForbidden, ctx.now)
  const kind = isForbidden ? ('forbidden' as const) : ('opened' as const)
  await recordHistory(
    ctx,
    changed.map((orgId) => ({ orgId, kind })),
  )
  // The log of the call has what it names; what "all that is found" meant is written down beside it.
  if ('all' in targets && changed.length > 0) {
    const title = isForbidden ? '批量停用组织' : '批量启用组织'
    await recordOperation(ctx, { route: orgApi.forbid.path, title, objectIds: changed })
  }
  return { ...tell(resolved, isForbidden), changed }
}

async function resolve(ctx: Ctx, targets: ForbidTargets): Promise<Target[]> {
  return 'ids' in targets ? chosen(ctx, targets.ids) : everyFound(ctx, targets)
}

/** Each one that was named must be there, and may be decided about. */
async function chosen(ctx: Ctx, ids: readonly string[]): Promise<Target[]> {
  const scope = scopeOf(ctx, 'org.forbid')
  const targets = await targetsByIds(ctx.db, scope, ids)
  if (targets.length < new Set(ids).size) throw notFound('组织')
  if (targets.some(({ id }) => isOwn(ctx.actor, id))) throw new Refusal('不能停用本单位')
  if (targets.some(({ type }) => type === 'bureau')) throw new Refusal('不能停用教育局')
  if (!targets.every((target) => canGovern(scope, target))) throw new Refusal('所选机构由上级单位管理')
  return targets
}

/** All that a search finds, but for those that were taken out and those that nobody may close here. */
async function everyFound(ctx: Ctx, { filter, except }: Extract<ForbidTargets, { all: true }>): Promise<Target[]> {
  const scope = scopeOf(ctx, 'org.forbid')
  const start = await startOf(ctx, scope, filter.parentId)
  const all = await targetsFound(ctx.db, scope, start, filter, atOnce + except.length + 1)
  const excepted = new Set(except)
  const targets = all.filter(
    (target) =>
      !excepted.has(target.id) && !isOwn(ctx.actor, target.id) && target.type !== 'bureau' && canGovern(scope, target),
  )
  if (targets.length > atOnce) throw new Refusal(`一次最多处理${atOnce}个机构，请缩小范围`)
  return targets
}

const namesShown = 5

function tell(targets: readonly Target[], isForbidden: boolean) {
  const changing = targets.filter((target) => target.isForbidden !== isForbidden)
  const top = topmost(changing)
  const sum = (count: (target: Target) => number) => top.reduce((total, target) => total + count(target), 0)
  return {
    count: changing.length,
    already: targets.length - changing.length,
    below: sum(({ descendantCount }) => descendantCount) - (changing.length - top.length),
    people: sum(({ userCount }) => userCount),
    names: changing.slice(0, namesShown).map(({ name }) => name),
  }
}

/** Those that do not stand below another of them: counted once, whatever else was chosen below. */
function topmost(targets: readonly Target[]): Target[] {
  const labels = new Set(targets.map(({ id }) => id.replaceAll('-', '')))
  return targets.filter(
    ({ path }) =>
      !path
        .split('.')
        .slice(0, -1)
        .some((label) => labels.has(label)),
  )
}
