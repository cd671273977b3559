import type { BodyOf } from '#packages/contract'
import { found, invalid, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { signalEnded } from '#packages/db'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server'
import { peopleAtOnce, staffApi, type UserTargets } from '../../contract.ts'
import { guardOwn, refusedPlaces } from '../guards.ts'
import { appointMain, endPlaces, updatePlaces } from '../place-queries.ts'
import { targetsByIds, targetsFound, type Target } from '../search-queries.ts'
import { findNode } from '../user-queries.ts'
import { alreadyThere } from './adding.ts'
import { noteLeaving } from './changes/noting.ts'
import { keepingCounts } from './counting.ts'
import { keepHistory } from './history.ts'
import { daysAfter, momentOf } from './presenting.ts'
import { isNumber, nodeOf } from './searching.ts'

interface Plan {
  changing: Target[]
  already: Target[]
  refused: { name: string; reason: string }[]
}

const namesShown = 5
const tell = ({ changing, already, refused }: Plan) => ({
  count: changing.length,
  already: already.length,
  names: changing.slice(0, namesShown).map(({ name }) => name),
  refused,
})

/** Whom it is about: everyone who was named must be there; of those who are found, so many at once. */
async function resolve(ctx: Ctx, targets: UserTargets): Promise<Target[]> {
  const scope = scopeOf(ctx, 'user.edit')
  if ('ids' in targets) {
    const chosen = await targetsByIds(ctx.db, scope, targets.ids)
    if (chosen.length < new Set(targets.ids).size) throw notFound('人员')
    return chosen
  }
  const { filter, except } = targets
  // What a search by number finds is limited and counted; it must not be had by another way.
  if (isNumber(filter.keyword)) throw new Refusal('按号码搜索的结果请逐个勾选')
  const node = await nodeOf(ctx, scope, filter.nodeId)
  const limit = peopleAtOnce + except.length + 1
  const all = await targetsFound(ctx.db, scope, node, { ...filter, limit }, momentOf(ctx))
  const chosen = all.filter(({ id }) => !except.includes(id))
  if (chosen.length > peopleAtOnce) throw new Refusal(`一次最多处理${peopleAtOnce}人，请缩小范围`)
  return chosen
}

/** Divides them into those who change, those who are so already, and those who cannot, each with the reason. */
async function plan(
  ctx: Ctx,
  targets: UserTargets,
  rule: { isAlready: (target: Target) => boolean; reason?: (target: Target) => string | undefined; isGuarded: boolean },
): Promise<Plan> {
  const resolved = await resolve(ctx, targets)
  const already = resolved.filter(rule.isAlready)
  const wanted = resolved.filter((target) => !rule.isAlready(target))
  const guarded = rule.isGuarded
    ? await refusedPlaces(
        ctx,
        wanted.map(({ id }) => id),
      )
    : new Map<string, string>()
  const reasonFor = (target: Target) => rule.reason?.(target) ?? guarded.get(target.id)
  return {
    already,
    changing: wanted.filter((target) => reasonFor(target) === undefined),
    refused: wanted.flatMap((target) => {
      const reason = reasonFor(target)
      return reason === undefined ? [] : { name: target.name, reason }
    }),
  }
}

const idsOf = (targets: readonly Target[]) => targets.map(({ id }) => id)
const peopleOf = (targets: readonly Target[]) => [...new Set(targets.map(({ personId }) => personId))]

/** The log of the call has what it names; what "all that is found" meant is written down beside it. */
async function noteFound(ctx: Ctx, route: { path: string; title: string }, targets: UserTargets, changing: Target[]) {
  if ('all' in targets && changing.length > 0)
    await recordOperation(ctx, { route: route.path, title: route.title, objectIds: idsOf(changing) })
}

type Leaving = BodyOf<typeof staffApi.leave>

const planLeaving = (ctx: Ctx, { targets, on }: Leaving) => {
  const overOn = daysAfter(on, 1)
  return plan(ctx, targets, {
    isAlready: (target) => target.overOn !== null && target.overOn <= overOn,
    reason: ({ beginsOn }) => (beginsOn > on ? '到岗日期晚于离岗日期' : undefined),
    isGuarded: true,
  })
}

export const previewLeaving = async (ctx: Ctx, form: Leaving) => tell(await planLeaving(ctx, form))

/** The last day of these places. From the next on nobody comes in by them; that follows from the date. */
export async function leave(ctx: Ctx, form: Leaving) {
  const done = await planLeaving(ctx, form)
  const { changing } = done
  if (changing.length === 0) return tell(done)
  const overOn = daysAfter(form.on, 1)
  const people = peopleOf(changing)
  await keepingCounts(ctx, people, async () => {
    await endPlaces(ctx.db, idsOf(changing), overOn, ctx.now)
    await appointMain(ctx.db, people, momentOf(ctx).day, ctx.now)
  })
  await signalEnded(ctx.db, people)
  await noteLeaving(ctx, changing, overOn, form.reason)
  for (const { personId } of changing) await recordIdentityChange(ctx, 'place-ended', '', { personId, accountId: null })
  await noteFound(ctx, staffApi.leave, form.targets, changing)
  return tell(done)
}

type Suspending = BodyOf<typeof staffApi.suspend>

const planSuspending = (ctx: Ctx, { targets, isSuspended }: Suspending) =>
  plan(ctx, targets, {
    isAlready: (target) => target.isSuspended === isSuspended,
    reason: ({ overOn }) => (overOn !== null && overOn <= momentOf(ctx).day ? '已离岗' : undefined),
    isGuarded: isSuspended,
  })

export const previewSuspending = async (ctx: Ctx, form: Suspending) => tell(await planSuspending(ctx, form))

/** Nobody comes in by these places until they are opened again; those who are in are signed out within seconds. */
export async function suspend(ctx: Ctx, form: Suspending) {
  const done = await planSuspending(ctx, form)
  const changed = idsOf(done.changing)
  if (changed.length > 0) {
    const people = peopleOf(done.changing)
    await guardOwn(ctx, people, () => updatePlaces(ctx.db, changed, { is_suspended: form.isSuspended }, ctx.now))
    await signalEnded(ctx.db, people)
  }
  await noteFound(ctx, staffApi.suspend, form.targets, done.changing)
  return { ...tell(done), changed }
}

/** Puts people into another department of their organisation, or into none. */
export async function setDepartment(ctx: Ctx, { targets, departmentId }: BodyOf<typeof staffApi.setDepartment>) {
  const node = departmentId && found(await findNode(ctx.db, scopeOf(ctx, 'user.edit'), departmentId), '组织')
  if (node && !node.isDepartment) throw invalid([{ field: 'departmentId', msg: '请选择部门' }])
  const done = await plan(ctx, targets, {
    isAlready: (target) => target.departmentId === departmentId,
    reason: ({ orgId, overOn }) => {
      if (node && node.unitId !== orgId) return '不属于该部门所在的单位'
      return overOn !== null && overOn <= momentOf(ctx).day ? '已离岗' : undefined
    },
    isGuarded: false,
  })
  const { changing } = done
  if (changing.length === 0) return tell(done)
  await keepingCounts(ctx, peopleOf(changing), () =>
    updatePlaces(ctx.db, idsOf(changing), { department_id: departmentId }, ctx.now).catch(alreadyThere),
  )
  const names = await departmentNames(ctx, changing)
  const after = node ? node.name : ''
  for (const target of changing) {
    const before = target.departmentId ? (names.get(target.departmentId) ?? '') : ''
    await keepHistory(ctx, target, [{ field: 'departmentId', of: 'place', before, after }])
  }
  await noteFound(ctx, staffApi.setDepartment, targets, changing)
  return tell(done)
}

async function departmentNames(ctx: Ctx, targets: readonly Target[]) {
  const names = new Map<string, string>()
  for (const id of new Set(targets.flatMap(({ departmentId }) => departmentId ?? []))) {
    const node = await findNode(ctx.db, scopeOf(ctx, 'user.edit'), id)
    if (node) names.set(id, node.name)
  }
  return names
}
