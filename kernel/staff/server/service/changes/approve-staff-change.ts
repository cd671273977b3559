import type { QueryOf } from '#packages/contract'
import { orNotFound, emptyScope, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { staffChangeDecided, staffChangeRequested, type StaffChange, type staffApi } from '../../../contract.ts'
import { findStaffChange, getStaffChangePage, advanceStaffChange, type StaffChangeRow } from '../../change-queries.ts'
import { getFieldCipher } from '../staff-presentation.ts'
import { requireMayLeave } from './request-staff-change.ts'
import { applyStaffChange } from './apply-staff-change.ts'
import { opinionField, reasonField } from './staff-change-log.ts'
import { getRequestedPost, requireMainEmployer } from './request-membership.ts'

const getChangeReader = ({ actor }: Ctx) => ({
  reading: actor.permissions.get('user.read') ?? emptyScope,
  editing: actor.permissions.get('user.edit') ?? emptyScope,
  personId: actor.personId,
})

const isChangeOpen = ({ status }: StaffChangeRow) => status === 0 || status === 4
const mayDecide = (change: StaffChangeRow) =>
  (change.status === 0 && change.mayGive) || (change.status === 4 && change.mayReceive)

export async function listStaffChanges(ctx: Ctx, query: QueryOf<typeof staffApi.changeLog>) {
  const { items, ...counts } = await getStaffChangePage(ctx.db, getChangeReader(ctx), query)
  const fields = await getFieldCipher(ctx)
  return { ...counts, items: items.map((row) => present(row)) }

  function present(change: StaffChangeRow): StaffChange {
    const row = hideUnknownPerson(change)
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
      post: getRequestedPost(fields, row),
      isUnknown: row.mayGive && row.personId === null,
      appliedAt: row.createdAt.toISOString(),
      reason: fields.decrypt(reasonField, row.reason, row.id),
      opinion: row.opinion ? fields.decrypt(opinionField, row.opinion, row.id) : '',
      decidedBy: row.decidedBy,
      mayDecide: mayDecide(row),
      mayWithdraw: isChangeOpen(row) && row.applicantId === ctx.actor.personId,
    }
  }
}

/**
 * Before the approval the requesting school sees only what it typed, afterwards also the employer. For a person without
 * an employer the bureau decides, which is not shown as an employer.
 */
function hideUnknownPerson(row: StaffChangeRow): StaffChangeRow {
  if (row.requestedName === null) return row
  const isAgreed = row.status === 1
  const { requestedName, mayKnow } = row
  return {
    ...row,
    personName: mayKnow || isAgreed ? row.personName : requestedName,
    oldOrgName: (mayKnow || isAgreed) && row.membershipId !== null ? row.oldOrgName : '',
    oldDepartmentName: mayKnow ? row.oldDepartmentName : '',
    decidedBy: mayKnow || isAgreed ? row.decidedBy : '',
  }
}

/** Approves, refuses or withdraws a change, such as a transfer to another school, one step at a time. */
export async function decideStaffChange(
  ctx: Ctx,
  { fId, status, opinion }: { fId: string; status: number; opinion: string },
) {
  scopeOf(ctx, 'user.edit')
  const change = orNotFound(await findStaffChange(ctx.db, getChangeReader(ctx), fId), '人员变动')
  const isWithdrawal = status === 3
  const isMine = change.applicantId === ctx.actor.personId
  // Read access is not enough to decide, and a side can only decide in its turn.
  if (isWithdrawal ? !isMine : !(change.mayGive || change.mayReceive))
    throw new Refusal('没有权限处理该变动', Ret.forbidden)
  if (!isChangeOpen(change)) throw new Refusal('该变动已处理完毕', Ret.changedByOthers)
  if (!isWithdrawal && !mayDecide(change)) throw new Refusal(getWaitingMessage(change))
  if (status === 1 && change.requestedName !== null) await requireMainEmployer(ctx, change)
  const to = status === 1 ? getNextStatus(change) : status
  const fields = await getFieldCipher(ctx)
  const sealed = opinion ? fields.encrypt(opinionField, opinion, fId) : null
  const step = { from: change.status, to, by: ctx.actor.personId, opinion: sealed }
  if (!(await advanceStaffChange(ctx.db, fId, step, ctx.now)))
    throw new Refusal('该变动刚刚被他人处理，请刷新', Ret.changedByOthers)
  if (to === 1) {
    if (change.membershipId && (change.type === 1 || change.type === 3)) await requireMayLeave(ctx, change.membershipId)
    await applyStaffChange(ctx, fId)
  }
  await publish(ctx, to === 4 ? staffChangeRequested : staffChangeDecided, { id: fId })
  return null
}

function getWaitingMessage({ status, requestedName }: StaffChangeRow) {
  if (status === 4) return '请等待接收单位确认'
  return requestedName === null ? '请等待调出单位审核' : '请等待其主要任职单位审核'
}

/** The receiving organisation decides after the releasing one, unless it made the request. */
function getNextStatus({ status, type, isReceived }: StaffChangeRow) {
  const needsReceiver = type === 1 || type === 2
  return status === 0 && needsReceiver && !isReceived ? 4 : 1
}
