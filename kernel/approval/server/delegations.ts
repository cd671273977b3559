import { addDays, dayOf, invalid, listContributions, newId, orNotFound, Refusal, type Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import type { Delegation } from '../contract.ts'
import {
  cancelDelegation,
  cancelDelegationsFrom,
  findDelegation,
  insertDelegation,
  listDelegationsOf,
  type DelegationRow,
} from './delegation-queries.ts'
import { listActiveMembers, listMembers, listMembershipsOf, listSuperiors } from './find-approvers.ts'
import { isFlowAdministrator } from './flow-readers.ts'
import { getSubject } from './subjects.ts'

export interface DelegationForm {
  fromPersonId: string
  toPersonId: string
  /** The first and the last day. */
  from: string
  to: string
  /** Empty: all. */
  subjects: readonly string[]
  /** The leave request that it belongs to; empty if it was entered by hand. */
  source: string
}

/**
 * Somebody decides for somebody else on these days. The tasks stay with their holder; both see them. Callers must check
 * that the actor may delegate for that person.
 */
export async function delegateApprovals(ctx: Ctx, { from, to, ...form }: DelegationForm): Promise<{ id: string }> {
  if (form.fromPersonId === form.toPersonId) throw invalid([{ field: 'to', msg: '不能代理给自己' }])
  if (to < from) throw invalid([{ field: 'lastDay', msg: '结束日期不能早于开始日期' }])
  if (to < dayOf(ctx.now)) throw invalid([{ field: 'lastDay', msg: '结束日期已过' }])
  for (const subject of form.subjects) getSubject(ctx, subject)
  const id = newId()
  const row = { ...form, id, beginsOn: from, overOn: addDays(to, 1), createdBy: ctx.actor.personId }
  await insertDelegation(ctx.db, row, ctx.now)
  return { id }
}

/** Ends the delegations of a record, such as a leave that ends early. Callers must check that the actor may end it. */
export const withdrawDelegations = (ctx: Pick<Ctx, 'db' | 'now'>, source: string) =>
  cancelDelegationsFrom(ctx.db, source, ctx.now)

export const delegationTemplate = defineTemplate({
  code: 'approval.delegation',
  kind: 'notice',
  title: '审批代理：{from} → {to}',
  body: '{firstDay} 至 {lastDay}，{from}的审批由{to}代理。由{by}设置。',
})
export const delegationEndTemplate = defineTemplate({
  code: 'approval.delegation-cancelled',
  kind: 'notice',
  title: '审批代理已取消：{from} → {to}',
  body: '{firstDay} 至 {lastDay}的审批代理由{by}取消。',
})

interface DelegationRequest {
  /** The membership of somebody else; without it the actor delegates. */
  from?: string | undefined
  to: string
  firstDay: string
  lastDay: string
  subjects: readonly string[]
}

/**
 * Somebody decides for the actor on these days. For somebody who is suddenly ill, a direct superior or an administrator
 * of flows enters it, for all memberships of that person; both people are told.
 */
export async function saveDelegation(
  ctx: Ctx,
  { from = ctx.actor.userId, to, ...form }: DelegationRequest,
  source = '',
) {
  const [delegator] = await listMembers(ctx, [from])
  if (!delegator || !(await mayDelegateFor(ctx, delegator.personId)))
    throw invalid([{ field: 'from', msg: '人员不存在' }])
  const [deputy] = await listActiveMembers(ctx, [to], [delegator.orgId])
  if (!deputy) throw invalid([{ field: 'to', msg: '所选人员不存在或已离岗' }])
  const { id } = await delegateApprovals(ctx, {
    fromPersonId: delegator.personId,
    toPersonId: deputy.personId,
    from: form.firstDay,
    to: form.lastDay,
    subjects: form.subjects,
    source,
  })
  await notifyDelegation(ctx, delegationTemplate, orNotFound(await findDelegation(ctx.db, id)), delegator.orgId)
  return { id }
}

/** A deputy gets the tasks of all memberships of a person, so the actor must be in charge of each of them. */
export async function mayDelegateFor(ctx: Ctx, personId: string) {
  if (personId === ctx.actor.personId) return true
  const memberships = await listMembershipsOf(ctx, personId)
  for (const { memberId, orgId } of memberships) {
    if (await isFlowAdministrator(ctx, orgId)) continue
    const superiors = await listSuperiors(ctx, memberId)
    if (!superiors.some((superior) => superior.personId === ctx.actor.personId)) return false
  }
  return memberships.length > 0
}

/** Ends a delegation now: the delegator, or whoever entered it. The days that have passed stay in the list. */
export async function endDelegation(ctx: Ctx, id: string) {
  const row = await findDelegation(ctx.db, id)
  const found = orNotFound(row && isPartyTo(ctx, row) ? row : undefined, '审批代理')
  if (!mayCancel(ctx, found)) throw new Refusal('只有被代理人可以取消')
  if (getStatus(ctx, found) === 'over' || found.isCancelled) throw new Refusal('该代理已结束')
  await cancelDelegation(ctx.db, id, ctx.now)
  await notifyDelegation(ctx, delegationEndTemplate, found, ctx.actor.orgId)
  return { id }
}

/**
 * The deputy leaves: somebody else decides for the rest of the days, or (without a successor) nobody. Both parties are
 * told.
 */
export async function handDelegation(ctx: Ctx, id: string, successorId?: string) {
  const row = orNotFound(await findDelegation(ctx.db, id), '审批代理')
  const [delegator] = await listMembershipsOf(ctx, row.fromPersonId)
  if (successorId === undefined) {
    await cancelDelegation(ctx.db, id, ctx.now)
    return notifyDelegation(ctx, delegationEndTemplate, row, delegator?.orgId ?? ctx.actor.orgId)
  }
  if (!delegator || !(await mayDelegateFor(ctx, row.fromPersonId)))
    throw new Refusal(`请由${row.from}本人或其上级改设代理人`)
  await cancelDelegation(ctx.db, id, ctx.now)
  const today = dayOf(ctx.now)
  const { lastDay, subjects, source } = row
  const firstDay = row.firstDay < today ? today : row.firstDay
  // It still ends with the leave that it belongs to.
  await saveDelegation(ctx, { from: delegator.memberId, to: successorId, firstDay, lastDay, subjects }, source)
}

const isPartyTo = ({ actor }: Ctx, { fromPersonId, toPersonId, createdBy }: DelegationRow) =>
  [fromPersonId, toPersonId, createdBy].includes(actor.personId)

const mayCancel = ({ actor }: Ctx, { fromPersonId, createdBy }: DelegationRow) =>
  [fromPersonId, createdBy].includes(actor.personId)

function getStatus({ now }: Ctx, { firstDay, lastDay, isCancelled }: DelegationRow): Delegation['status'] {
  const day = dayOf(now)
  if (isCancelled) return 'cancelled'
  if (lastDay < day) return 'over'
  return firstDay > day ? 'coming' : 'active'
}

/** Both people are told, except whoever did it. */
async function notifyDelegation(ctx: Ctx, template: typeof delegationTemplate, row: DelegationRow, orgId: string) {
  const { id, fromPersonId, toPersonId, from, to, firstDay, lastDay } = row
  const { personId } = ctx.actor
  const by = personId === fromPersonId ? from : personId === toPersonId ? to : '上级或流程管理员'
  await sendMessages(ctx, template, {
    to: [fromPersonId, toPersonId].filter((one) => one !== personId),
    values: { from, to, firstDay, lastDay, by },
    url: '',
    subject: { kind: 'flow-delegation', id },
    orgId,
  })
}

export async function listDelegations(ctx: Ctx) {
  const subjects = listContributions(ctx, 'approvalSubjects').map(({ key, title }) => ({ key, title }))
  const rows = (await listDelegationsOf(ctx.db, ctx.actor.personId)).map((row): Delegation => {
    const status = getStatus(ctx, row)
    const titles = row.subjects.map((key) => subjects.find((subject) => subject.key === key)?.title ?? key)
    return {
      id: row.id,
      from: row.from,
      to: row.to,
      firstDay: row.firstDay,
      lastDay: row.lastDay,
      subjects: titles,
      source: row.source ? 'leave' : '',
      status,
      isMine: row.fromPersonId === ctx.actor.personId,
      mayCancel: mayCancel(ctx, row) && (status === 'coming' || status === 'active'),
    }
  })
  return { rows, subjects }
}
