import { changedByOthers, dayOf, scopeOf, type Ctx } from '#packages/core'
import type { CheckedRow, ImportEffect, UndoResult } from '#packages/sheet'
import { listMembershipsInScope } from '../member-queries.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { setRoleMembers } from '../service/role-members.ts'
import { refuseOwnLoss } from '../service/own-permission-guards.ts'
import { findLastHolders, findObstacles, findOwnLosses, type PlannedGrant } from './role-grant-obstacles.ts'
import { getGrantKey, getGrantMark, planGrantRows, type GrantRowPlan } from './plan-role-grants.ts'
import { listDirectGrants, restoreGrant, type DirectGrant } from './role-grant-sheet-queries.ts'

const isAsExamined = ({ verdict }: GrantRowPlan, { verdict: examined }: CheckedRow) =>
  verdict.issues.length === 0 && verdict.result === examined.result && verdict.mark === examined.mark

const getGrantsByKey = async (ctx: Ctx, userIds: readonly string[]) =>
  new Map((await listDirectGrants(ctx.db, userIds)).map((holding) => [getGrantKey(holding), holding]))

/** Assigns roles through `setMembers`, in one call for all rows with the same role and days. */
export async function applyGrantRows(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<ImportEffect[]> {
  const plans = await planGrantRows(ctx, orgId, rows)
  if (plans.some((plan, at) => !isAsExamined(plan, rows[at]!))) throw changedByOthers()
  const grants = plans.map(({ row, verdict, grant }) => ({ row, result: verdict.result, ...grant! }))
  // Own grants are in a separate call, because the caller may give less to herself than to others.
  const alike = Map.groupBy(grants, ({ role, membership, from, to }) =>
    [role.id, from, to, membership.personId === ctx.actor.personId].join(),
  )
  for (const some of alike.values()) {
    const { role, from, to } = some[0]!
    await setRoleMembers(ctx, {
      id: role.id,
      from,
      to,
      add: some.map(({ membership }) => membership.userId),
      remove: [],
    })
  }
  const after = await getGrantsByKey(
    ctx,
    grants.map(({ membership }) => membership.userId),
  )
  return grants.map(({ row, result, role, membership, before }) => {
    const id = getGrantKey({ userId: membership.userId, roleId: role.id })
    return {
      row,
      id,
      before: before ?? null,
      mark: getGrantMark(after.get(id)!),
      result: result === 'new' ? 'new' : 'changed',
    }
  })
}

interface UndoCandidate extends PlannedGrant {
  effect: ImportEffect
  before: DirectGrant | null
}

/** Splits effects into those that can be undone and those that stay, with the reason. */
async function examineUndo(ctx: Ctx, effects: readonly ImportEffect[]) {
  const keptReasons = new Map<ImportEffect, string>()
  const going = await listUnchanged(ctx, effects, keptReasons)
  const [taken, restored] = [true, false].map((isNew) =>
    going.filter(({ effect }) => (effect.result === 'new') === isNew),
  ) as [UndoCandidate[], UndoCandidate[]]
  const why = [await findLastHolders(ctx, taken), await findOwnLosses(ctx, taken), await findObstacles(ctx, restored)]
  const stays = new Map(why.flatMap((some) => [...some] as [PlannedGrant, string][]))
  for (const one of going) if (stays.has(one)) keptReasons.set(one.effect, stays.get(one)!)
  const isFree = (one: UndoCandidate) => !stays.has(one)
  return { keptReasons, taken: taken.filter(isFree), restored: restored.filter(isFree) }
}

/** Effects whose grants nobody has changed since and whose people and roles are still in scope. */
async function listUnchanged(
  ctx: Ctx,
  effects: readonly ImportEffect[],
  keptReasons: Map<ImportEffect, string>,
): Promise<UndoCandidate[]> {
  const scope = scopeOf(ctx, 'role.assign')
  const userIds = [...new Set(effects.map(({ id }) => id.split('/')[0]!))]
  const holdings = await getGrantsByKey(ctx, userIds)
  const members = await listMembershipsInScope(ctx.db, scope, userIds, { day: dayOf(ctx.now), orSuspended: true })
  const memberships = new Map(members.map((membership) => [membership.userId, membership]))
  const roles = new Map<string, RoleRow | undefined>()
  const going: UndoCandidate[] = []
  for (const effect of effects) {
    const holding = holdings.get(effect.id)
    if (!holding) keptReasons.set(effect, '之后已被移除')
    else if (getGrantMark(holding) !== effect.mark) keptReasons.set(effect, '导入后被修改过')
    else {
      const { roleId, userId } = holding
      if (!roles.has(roleId)) roles.set(roleId, await findRole(ctx.db, scope, roleId))
      const [role, membership] = [roles.get(roleId), memberships.get(userId)]
      const before = effect.before as DirectGrant | null
      if (!role || !membership) keptReasons.set(effect, '人员已离岗，或不在您的管理范围内')
      else
        going.push({
          effect,
          role,
          membership,
          before,
          from: before?.from ?? null,
          to: before?.to ?? null,
          isHeld: true,
        })
    }
  }
  return going
}

const presentUndone = (effects: readonly ImportEffect[], keptReason: ReadonlyMap<ImportEffect, string>): UndoResult[] =>
  effects.map((effect) => ({ row: effect.row, keptReason: keptReason.get(effect) ?? '' }))

export const listUndoableGrants = async (
  ctx: Ctx,
  _: string,
  effects: readonly ImportEffect[],
): Promise<UndoResult[]> => presentUndone(effects, (await examineUndo(ctx, effects)).keptReasons)

export async function undoGrantRows(ctx: Ctx, _: string, effects: readonly ImportEffect[]): Promise<UndoResult[]> {
  const { keptReasons: keptReason, taken, restored } = await examineUndo(ctx, effects)
  for (const [id, some] of Map.groupBy(taken, ({ role }) => role.id))
    await setRoleMembers(ctx, {
      id,
      add: [],
      remove: some.map(({ membership }) => membership.userId),
      from: null,
      to: null,
    })
  // A grant that had ended before the import is restored as ended.
  await refuseOwnLoss(ctx, async () => {
    for (const { before } of [...restored, ...taken]) if (before) await restoreGrant(ctx.db, before)
  })
  return presentUndone(effects, keptReason)
}
