import { changedByOthers, dayOf, scopeOf, type Ctx } from '#packages/core'
import type { CheckedRow, Effect, Undone } from '#packages/sheet'
import { membersWithin } from '../member-queries.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { setMembers } from '../service/assigning.ts'
import { keepingOwnPower } from '../service/own-power.ts'
import { lastAmong, obstaclesTo, ownAmong, type Giving } from './obstacles.ts'
import { keyOf, markOf, planRows, type Plan } from './planning.ts'
import { holdingsOf, putBack, type Holding } from './sheet-queries.ts'

const isAsExamined = ({ verdict }: Plan, { verdict: examined }: CheckedRow) =>
  verdict.issues.length === 0 && verdict.result === examined.result && verdict.mark === examined.mark

const holdingsByKey = async (ctx: Ctx, userIds: readonly string[]) =>
  new Map((await holdingsOf(ctx.db, userIds)).map((holding) => [keyOf(holding), holding]))

/** Gives roles as the page does, to all who get the same for the same days together. */
export async function applyRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<Effect[]> {
  const plans = await planRows(ctx, orgId, rows)
  if (plans.some((plan, at) => !isAsExamined(plan, rows[at]!))) throw changedByOthers()
  const grants = plans.map(({ row, verdict, grant }) => ({ row, result: verdict.result, ...grant! }))
  // What may be given to others may be more than to oneself, so that one goes alone.
  const alike = Map.groupBy(grants, ({ role, place, from, to }) =>
    [role.id, from, to, place.personId === ctx.actor.personId].join(),
  )
  for (const some of alike.values()) {
    const { role, from, to } = some[0]!
    await setMembers(ctx, { id: role.id, from, to, add: some.map(({ place }) => place.userId), remove: [] })
  }
  const after = await holdingsByKey(
    ctx,
    grants.map(({ place }) => place.userId),
  )
  return grants.map(({ row, result, role, place, before }) => {
    const id = keyOf({ userId: place.userId, roleId: role.id })
    return {
      row,
      id,
      before: before ?? null,
      mark: markOf(after.get(id)!),
      result: result === 'new' ? 'new' : 'changed',
    }
  })
}

interface Going extends Giving {
  effect: Effect
  before: Holding | null
}

/** What can be taken back, and why the rest stays. */
async function look(ctx: Ctx, effects: readonly Effect[]) {
  const kept = new Map<Effect, string>()
  const going = await asLeft(ctx, effects, kept)
  const [taken, restored] = [true, false].map((isNew) =>
    going.filter(({ effect }) => (effect.result === 'new') === isNew),
  ) as [Going[], Going[]]
  const why = [await lastAmong(ctx, taken), await ownAmong(ctx, taken), await obstaclesTo(ctx, restored)]
  const stays = new Map(why.flatMap((some) => [...some] as [Giving, string][]))
  for (const one of going) if (stays.has(one)) kept.set(one.effect, stays.get(one)!)
  const isFree = (one: Going) => !stays.has(one)
  return { kept, taken: taken.filter(isFree), restored: restored.filter(isFree) }
}

/** Those that nobody has changed since and that are still within reach. */
async function asLeft(ctx: Ctx, effects: readonly Effect[], kept: Map<Effect, string>): Promise<Going[]> {
  const scope = scopeOf(ctx, 'role.assign')
  const userIds = [...new Set(effects.map(({ id }) => id.split('/')[0]!))]
  const holdings = await holdingsByKey(ctx, userIds)
  const members = await membersWithin(ctx.db, scope, userIds, { day: dayOf(ctx.now), orSuspended: true })
  const places = new Map(members.map((place) => [place.userId, place]))
  const roles = new Map<string, RoleRow | undefined>()
  const going: Going[] = []
  for (const effect of effects) {
    const holding = holdings.get(effect.id)
    if (!holding) kept.set(effect, '之后已被移除')
    else if (markOf(holding) !== effect.mark) kept.set(effect, '导入后被修改过')
    else {
      const { roleId, userId } = holding
      if (!roles.has(roleId)) roles.set(roleId, await findRole(ctx.db, scope, roleId))
      const [role, place] = [roles.get(roleId), places.get(userId)]
      const before = effect.before as Holding | null
      if (!role || !place) kept.set(effect, '人员已离岗，或不在您的管理范围内')
      else going.push({ effect, role, place, before, from: before?.from ?? null, to: before?.to ?? null, isHeld: true })
    }
  }
  return going
}

const told = (effects: readonly Effect[], kept: ReadonlyMap<Effect, string>): Undone[] =>
  effects.map((effect) => ({ row: effect.row, kept: kept.get(effect) ?? '' }))

export const undoableRows = async (ctx: Ctx, _: string, effects: readonly Effect[]): Promise<Undone[]> =>
  told(effects, (await look(ctx, effects)).kept)

export async function undoRows(ctx: Ctx, _: string, effects: readonly Effect[]): Promise<Undone[]> {
  const { kept, taken, restored } = await look(ctx, effects)
  for (const [id, some] of Map.groupBy(taken, ({ role }) => role.id))
    await setMembers(ctx, { id, add: [], remove: some.map(({ place }) => place.userId), from: null, to: null })
  // Also what was over before it was given anew: it is over again.
  await keepingOwnPower(ctx, async () => {
    for (const { before } of [...restored, ...taken]) if (before) await putBack(ctx.db, before)
  })
  return told(effects, kept)
}
