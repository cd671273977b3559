import type { BodyOf } from '#packages/contract'
import { addDays, type Ctx, invalid, notFound, orNotFound, Refusal, scopeOf } from '#packages/core'
import { recordFieldChanges, type ChangedObject } from '#packages/crud'
import { signalSessionsEnded } from '#packages/db'
import { recordIdentityChange, recordOperation } from '#kernel/audit/server/api.ts'
import { maxPeoplePerAction, staffApi, type UserTargets } from '../../contract.ts'
import {
  guardOwnGain,
  listRefusedMemberships,
  type MembershipAct,
  type MembershipObstacle,
} from '../membership-guards.ts'
import { appointMainMembership, endMemberships, membershipOverlap, updateMemberships } from '../membership-queries.ts'
import { listTargetsByIds, listFoundTargets, type TargetMembership } from '../search-queries.ts'
import { findOrgNode } from '../user-queries.ts'
import { recordDepartures } from './changes/staff-change-log.ts'
import { changeWithCounts } from './member-counts.ts'
import { membershipKind } from '../logged-objects.ts'
import { recordFieldHistory } from './field-history.ts'
import { getMoment } from './staff-presentation.ts'
import { isNumberKeyword, getNode } from './search-staff.ts'

interface BulkPlan {
  changing: TargetMembership[]
  already: TargetMembership[]
  refused: ({ name: string } & MembershipObstacle)[]
}

const namesShown = 5
const toBulkResult = ({ changing, already, refused }: BulkPlan) => ({
  count: changing.length,
  already: already.length,
  names: changing.slice(0, namesShown).map(({ name }) => name),
  refused,
})

/** The target memberships: all given ids must exist; a filter is limited to the maximum of one action. */
async function resolveTargets(ctx: Ctx, targets: UserTargets): Promise<TargetMembership[]> {
  const scope = scopeOf(ctx, 'user.edit')
  if ('ids' in targets) {
    const chosen = await listTargetsByIds(ctx.db, scope, targets.ids)
    if (chosen.length < new Set(targets.ids).size) throw notFound('人员')
    return chosen
  }
  const { filter, except } = targets
  // A bulk action must not circumvent the limit of number searches.
  if (isNumberKeyword(filter.keyword)) throw new Refusal('按号码搜索的结果请逐个勾选')
  const node = await getNode(ctx, scope, filter.nodeId)
  const limit = maxPeoplePerAction + except.length + 1
  const all = await listFoundTargets(ctx.db, scope, node, { ...filter, limit }, getMoment(ctx))
  const chosen = all.filter(({ id }) => !except.includes(id))
  if (chosen.length > maxPeoplePerAction) throw new Refusal(`一次最多处理${maxPeoplePerAction}人，请缩小范围`)
  return chosen
}

/** Splits the targets into changes, targets already in the requested state, and refusals with a reason. */
async function planBulkAction(
  ctx: Ctx,
  targets: UserTargets,
  rule: {
    isAlready: (target: TargetMembership) => boolean
    reason?: (target: TargetMembership) => string | undefined
    /** What the guards of memberships are asked about. */
    act?: MembershipAct
  },
): Promise<BulkPlan> {
  const resolved = await resolveTargets(ctx, targets)
  const already = resolved.filter(rule.isAlready)
  const wanted = resolved.filter((target) => !rule.isAlready(target))
  const guarded = rule.act
    ? await listRefusedMemberships(
        ctx,
        wanted.map(({ id }) => id),
        rule.act,
      )
    : new Map<string, MembershipObstacle>()
  const obstacleFor = (target: TargetMembership): MembershipObstacle | undefined => {
    const reason = rule.reason?.(target)
    return reason === undefined ? guarded.get(target.id) : { reason }
  }
  return {
    already,
    changing: wanted.filter((target) => obstacleFor(target) === undefined),
    refused: wanted.flatMap((target) => {
      const obstacle = obstacleFor(target)
      return obstacle === undefined ? [] : { name: target.name, ...obstacle }
    }),
  }
}

const listIds = (targets: readonly TargetMembership[]) => targets.map(({ id }) => id)
const listPersonIds = (targets: readonly TargetMembership[]) => [...new Set(targets.map(({ personId }) => personId))]

/** The audit log has the parameters of the call; a filter is resolved to its ids in a further entry. */
async function recordFoundTargets(
  ctx: Ctx,
  route: { path: string; title: string },
  targets: UserTargets,
  changing: TargetMembership[],
) {
  if ('all' in targets && changing.length > 0)
    await recordOperation(ctx, { route: route.path, title: route.title, objectIds: listIds(changing) })
}

type DepartureForm = BodyOf<typeof staffApi.recordDeparture>

const planDeparture = (ctx: Ctx, { targets, on }: DepartureForm) => {
  const overOn = addDays(on, 1)
  return planBulkAction(ctx, targets, {
    isAlready: (target) => target.overOn !== null && target.overOn <= overOn,
    reason: ({ beginsOn }) => (beginsOn > on ? '到岗日期晚于离岗日期' : undefined),
    act: 'end',
  })
}

export const previewDeparture = async (ctx: Ctx, form: DepartureForm) => toBulkResult(await planDeparture(ctx, form))

/** Ends memberships. Access ends with the date. */
export async function recordDeparture(ctx: Ctx, form: DepartureForm) {
  const done = await planDeparture(ctx, form)
  const { changing } = done
  if (changing.length === 0) return toBulkResult(done)
  const overOn = addDays(form.on, 1)
  const people = listPersonIds(changing)
  await changeWithCounts(ctx, people, async () => {
    await endMemberships(ctx.db, listIds(changing), overOn, ctx.now)
    await appointMainMembership(ctx.db, people, getMoment(ctx).day, ctx.now)
  })
  await signalSessionsEnded(ctx.db, people)
  await recordDepartures(ctx, changing, overOn, form.reason)
  for (const { personId } of changing) await recordIdentityChange(ctx, 'place-ended', { personId, accountId: null })
  await recordForEach(ctx, changing, { field: 'endsOn', before: '', after: form.on })
  await recordFoundTargets(ctx, staffApi.recordDeparture, form.targets, changing)
  return toBulkResult(done)
}

type SuspensionForm = BodyOf<typeof staffApi.suspend>

const planSuspension = (ctx: Ctx, { targets, isSuspended }: SuspensionForm) =>
  planBulkAction(ctx, targets, {
    isAlready: (target) => target.isSuspended === isSuspended,
    reason: ({ overOn }) => (overOn !== null && overOn <= getMoment(ctx).day ? '已离岗' : undefined),
    ...(isSuspended ? { act: 'suspend' as const } : {}),
  })

export const previewSuspension = async (ctx: Ctx, form: SuspensionForm) => toBulkResult(await planSuspension(ctx, form))

/** Disables (suspends) the accounts of staff in an organisation, or enables them again; open sessions end within seconds. */
export async function suspendMemberships(ctx: Ctx, form: SuspensionForm) {
  const done = await planSuspension(ctx, form)
  const changed = listIds(done.changing)
  if (changed.length > 0) {
    const people = listPersonIds(done.changing)
    await guardOwnGain(ctx, people, () =>
      updateMemberships(ctx.db, changed, { is_suspended: form.isSuspended }, ctx.now),
    )
    await signalSessionsEnded(ctx.db, people)
    await recordForEach(ctx, done.changing, {
      field: 'isSuspended',
      before: !form.isSuspended,
      after: form.isSuspended,
    })
  }
  await recordFoundTargets(ctx, staffApi.suspend, form.targets, done.changing)
  return { ...toBulkResult(done), changed }
}

/** Moves people to another department of their organisation, or to none. */
export async function moveToDepartment(ctx: Ctx, { targets, departmentId }: BodyOf<typeof staffApi.setDepartment>) {
  const node = departmentId && orNotFound(await findOrgNode(ctx.db, scopeOf(ctx, 'user.edit'), departmentId), '组织')
  if (node && !node.isDepartment) throw invalid([{ field: 'departmentId', msg: '请选择部门' }])
  const done = await planBulkAction(ctx, targets, {
    isAlready: (target) => target.departmentId === departmentId,
    reason: ({ orgId, overOn }) => {
      if (node && node.unitId !== orgId) return '不属于该部门所在的单位'
      return overOn !== null && overOn <= getMoment(ctx).day ? '已离岗' : undefined
    },
  })
  const { changing } = done
  if (changing.length === 0) return toBulkResult(done)
  await changeWithCounts(ctx, listPersonIds(changing), () =>
    updateMemberships(ctx.db, listIds(changing), { department_id: departmentId }, ctx.now).catch(membershipOverlap),
  )
  const names = await getDepartmentNames(ctx, changing)
  const after = node ? node.name : ''
  for (const target of changing) {
    const before = target.departmentId ? (names.get(target.departmentId) ?? '') : ''
    await recordFieldHistory(ctx, target, [{ field: 'departmentId', of: 'membership', before, after }])
  }
  await recordFoundTargets(ctx, staffApi.setDepartment, targets, changing)
  return toBulkResult(done)
}

/** The same change of many memberships. */
const recordForEach = (ctx: Ctx, targets: readonly TargetMembership[], change: ChangedObject['changes'][number]) =>
  recordFieldChanges(
    ctx,
    targets.map(({ id }) => ({ entity: membershipKind, rowId: id, changes: [change] })),
  )

async function getDepartmentNames(ctx: Ctx, targets: readonly TargetMembership[]) {
  const names = new Map<string, string>()
  for (const id of new Set(targets.flatMap(({ departmentId }) => departmentId ?? []))) {
    const node = await findOrgNode(ctx.db, scopeOf(ctx, 'user.edit'), id)
    if (node) names.set(id, node.name)
  }
  return names
}
