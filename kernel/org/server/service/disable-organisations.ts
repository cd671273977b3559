import type { BodyOf } from '#packages/contract'
import { notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { maxTargets, orgApi, type DisableTargets } from '../../contract.ts'
import { lockOrgTree } from '../count-queries.ts'
import { updateDisabled } from '../edit-queries.ts'
import { canManage, isOwnOrganisation } from '../policy.ts'
import { listTargetsByIds, searchTargets, type FoundOrganisation } from '../search-queries.ts'
import { recordHistory } from './organisation-history.ts'
import { getSearchStart } from './organisations.ts'

type DisableRequest = BodyOf<typeof orgApi.disable>

/** The effect of disabling or enabling these. */
export async function previewDisable(ctx: Ctx, { targets, isDisabled }: DisableRequest) {
  return summariseDisable(await resolveTargets(ctx, targets), isDisabled)
}

/**
 * Disables or enables organisations. Members of a disabled one cannot sign in there, are signed out within seconds, and
 * nobody can switch to it. Organisations below keep their own state.
 */
export async function disableOrganisations(ctx: Ctx, { targets, isDisabled }: DisableRequest) {
  // Moving organisations locks many rows too; the tree lock prevents a deadlock.
  await lockOrgTree(ctx.db)
  const resolved = await resolveTargets(ctx, targets)
  const ids = resolved.map(({ id }) => id)
  const changed = await updateDisabled(ctx.db, ids, isDisabled, ctx.now)
  const kind = isDisabled ? ('disabled' as const) : ('enabled' as const)
  await recordHistory(
    ctx,
    changed.map((orgId) => ({ orgId, kind })),
  )
  // The audit log has the request; the organisations that `all` meant are recorded in addition.
  if ('all' in targets && changed.length > 0) {
    const title = isDisabled ? '批量停用组织' : '批量启用组织'
    await recordOperation(ctx, { route: orgApi.disable.path, title, objectIds: changed })
  }
  return { ...summariseDisable(resolved, isDisabled), changed }
}

async function resolveTargets(ctx: Ctx, targets: DisableTargets): Promise<FoundOrganisation[]> {
  return 'ids' in targets ? listChosenTargets(ctx, targets.ids) : listFoundTargets(ctx, targets)
}

/** Every chosen organisation must be in scope and manageable. */
async function listChosenTargets(ctx: Ctx, ids: readonly string[]): Promise<FoundOrganisation[]> {
  const scope = scopeOf(ctx, 'org.disable')
  const targets = await listTargetsByIds(ctx.db, scope, ids)
  if (targets.length < new Set(ids).size) throw notFound('组织')
  if (targets.some(({ id }) => isOwnOrganisation(ctx.actor, id))) throw new Refusal('不能停用本单位')
  if (targets.some(({ type }) => type === 'bureau')) throw new Refusal('不能停用教育局')
  if (!targets.every((target) => canManage(scope, target))) throw new Refusal('所选机构由上级单位管理')
  return targets
}

/** All search results without the exceptions and those that the caller may not disable. */
async function listFoundTargets(
  ctx: Ctx,
  { filter, except }: Extract<DisableTargets, { all: true }>,
): Promise<FoundOrganisation[]> {
  const scope = scopeOf(ctx, 'org.disable')
  const start = await getSearchStart(ctx, scope, filter.parentId)
  const all = await searchTargets(ctx.db, scope, start, filter, maxTargets + except.length + 1)
  const excepted = new Set(except)
  const targets = all.filter(
    (target) =>
      !excepted.has(target.id) &&
      !isOwnOrganisation(ctx.actor, target.id) &&
      target.type !== 'bureau' &&
      canManage(scope, target),
  )
  if (targets.length > maxTargets) throw new Refusal(`一次最多处理${maxTargets}个机构，请缩小范围`)
  return targets
}

const namesShown = 5

function summariseDisable(targets: readonly FoundOrganisation[], isDisabled: boolean) {
  const changing = targets.filter((target) => target.isDisabled !== isDisabled)
  const top = topmost(changing)
  const sum = (count: (target: FoundOrganisation) => number) => top.reduce((total, target) => total + count(target), 0)
  return {
    count: changing.length,
    already: targets.length - changing.length,
    below: sum(({ descendantCount }) => descendantCount) - (changing.length - top.length),
    people: sum(({ userCount }) => userCount),
    names: changing.slice(0, namesShown).map(({ name }) => name),
  }
}

/** Targets that are not below another target, so that their contents count once. */
function topmost(targets: readonly FoundOrganisation[]): FoundOrganisation[] {
  const labels = new Set(targets.map(({ id }) => id.replaceAll('-', '')))
  return targets.filter(
    ({ path }) =>
      !path
        .split('.')
        .slice(0, -1)
        .some((label) => labels.has(label)),
  )
}
