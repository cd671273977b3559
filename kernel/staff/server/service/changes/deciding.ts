import type { QueryOf } from '#packages/contract'
import { found, nothing, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import type { StaffChange, staffApi } from '../../../contract.ts'
import { findChange, pageOfChanges, stepOn, type ChangeRow } from '../../change-queries.ts'
import { fieldsIn } from '../presenting.ts'
import { requireFree } from './asking.ts'
import { carryOut } from './carrying-out.ts'
import { opinionField, reasonField } from './noting.ts'
import { postAsked, requireHome } from './requesting.ts'

const readerOf = ({ actor }: Ctx) => ({
  reading: actor.permissions.get('user.read') ?? nothing,
  editing: actor.permissions.get('user.edit') ?? nothing,
  personId: actor.personId,
})

const isOpen = ({ status }: ChangeRow) => status === 0 || status === 4
const mayDecide = (change: ChangeRow) =>
  (change.status === 0 && change.mayGive) || (change.status === 4 && change.mayReceive)

export async function listChanges(ctx: Ctx, query: QueryOf<typeof staffApi.changeLog>) {
  const { items, ...counts } = await pageOfChanges(ctx.db, readerOf(ctx), query)
  const fields = await fieldsIn(ctx)
  return { ...counts, items: items.map((row) => present(row)) }

  function present(change: ChangeRow): StaffChange {
    const row = asToldTo(change)
    return {
      id: row.id,
      type: row.type,
      status: row.status,
      applicant: row.applicant,
      personName: row.personName,
      oldOrgName: row.oldOrgName,
      newOrgName: row.newOrgName,
      effectiveOn: row.effectiveOn,
      oldDepartmentName: row.oldDepartmentName,
      newDepartmentName: row.newDepartmentName,
      post: postAsked(fields, row),
      isUnknown: row.mayGive && row.personId === null,
      appliedAt: row.createdAt.toISOString(),
      reason: fields.decrypt(reasonField, row.reason, row.id),
      opinion: row.opinion ? fields.decrypt(opinionField, row.opinion, row.id) : '',
      decidedBy: row.decidedBy,
      mayDecide: mayDecide(row),
      mayWithdraw: isOpen(row) && row.applicantId === ctx.actor.personId,
    }
  }
}

/**
 * A school that asks for somebody whom it does not know is told what it typed, and where the person works when that one
 * has agreed. Whoever works nowhere is kept by the bureau meanwhile, which is no place to tell of.
 */
function asToldTo(row: ChangeRow): ChangeRow {
  if (row.askedName === null) return row
  const isAgreed = row.status === 1
  const { askedName, mayKnow } = row
  return {
    ...row,
    personName: mayKnow || isAgreed ? row.personName : askedName,
    oldOrgName: (mayKnow || isAgreed) && row.membershipId !== null ? row.oldOrgName : '',
    oldDepartmentName: mayKnow ? row.oldDepartmentName : '',
    decidedBy: mayKnow || isAgreed ? row.decidedBy : '',
  }
}

/** Agrees, refuses or takes back, one step at a time. */
export async function decideChange(
  ctx: Ctx,
  { fId, status, opinion }: { fId: string; status: number; opinion: string },
) {
  scopeOf(ctx, 'user.edit')
  const change = found(await findChange(ctx.db, readerOf(ctx), fId), '人员变动')
  const isWithdrawal = status === 3
  const isMine = change.applicantId === ctx.actor.personId
  // What one may only read stays what it is, and whose turn it is not must wait.
  if (isWithdrawal ? !isMine : !(change.mayGive || change.mayReceive))
    throw new Refusal('没有权限处理该变动', Ret.forbidden)
  if (!isOpen(change)) throw new Refusal('该变动已处理完毕', Ret.changedByOthers)
  if (!isWithdrawal && !mayDecide(change)) throw new Refusal(waitFor(change))
  if (status === 1 && change.askedName !== null) await requireHome(ctx, change)
  const to = status === 1 ? nextOf(change) : status
  const fields = await fieldsIn(ctx)
  const sealed = opinion ? fields.encrypt(opinionField, opinion, fId) : null
  const step = { from: change.status, to, by: ctx.actor.personId, opinion: sealed }
  if (!(await stepOn(ctx.db, fId, step, ctx.now)))
    throw new Refusal('该变动刚刚被他人处理，请刷新', Ret.changedByOthers)
  if (to === 1) {
    if (change.membershipId && (change.type === 1 || change.type === 3)) await requireFree(ctx, change.membershipId)
    await carryOut(ctx, fId)
  }
  await publish(ctx, to === 4 ? 'staff.change-asked' : 'staff.change-decided', { id: fId })
  return null
}

function waitFor({ status, askedName }: ChangeRow) {
  if (status === 4) return '请等待接收单位确认'
  return askedName === null ? '请等待调出单位审核' : '请等待其主要任职单位审核'
}

/** After the one that gives comes the one that receives, unless that is where it was asked for. */
function nextOf({ status, type, isReceived }: ChangeRow) {
  const needsReceiver = type === 1 || type === 2
  return status === 0 && needsReceiver && !isReceived ? 4 : 1
}
