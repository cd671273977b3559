import type { QueryOf } from '#packages/contract'
import { orNotFound, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { decideRecord, getDecisionsOf, recallRecord } from '#kernel/approval/server/api.ts'
import type { StaffChange, staffApi } from '../../../contract.ts'
import { findStaffChange, getStaffChangePage, type StaffChangeRow } from '../../change-queries.ts'
import { getFieldCipher } from '../staff-presentation.ts'
import { getRequestedPost } from './requested-membership.ts'
import { staffChangeSubject } from './staff-change-approval.ts'
import { reasonField } from './staff-change-log.ts'
import { getChangeReader, hideUnknownPerson, isDeciderHidden, mayDecide } from './staff-change-readers.ts'

const isChangeOpen = ({ status }: StaffChangeRow) => status === 0 || status === 4

export async function listStaffChanges(ctx: Ctx, query: QueryOf<typeof staffApi.changeLog>) {
  const { items, ...counts } = await getStaffChangePage(ctx.db, getChangeReader(ctx), query)
  const fields = await getFieldCipher(ctx)
  const ids = items.map(({ id }) => id)
  const decisions = await getDecisionsOf(ctx, staffChangeSubject, ids)
  return { ...counts, items: items.map((row) => present(row)) }

  function present(change: StaffChangeRow): StaffChange {
    const row = hideUnknownPerson(change)
    const decision = isChangeOpen(row) ? undefined : decisions.get(row.id)
    // A change of the own side is decided by whoever makes it.
    const decidedBy = decision?.name ?? (isChangeOpen(row) ? '' : row.applicant)
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
      opinion: decision?.opinion ?? '',
      decidedBy: isDeciderHidden(row) ? '' : decidedBy,
      mayDecide: mayDecide(ctx, row),
      mayWithdraw: isChangeOpen(row) && row.applicantId === ctx.actor.personId,
    }
  }
}

/** The membership that a change ends; undefined if it ends none, or the caller does not see the change. */
export async function findLeavingMembership(ctx: Ctx, id: string): Promise<string | undefined> {
  const change = await findStaffChange(ctx.db, getChangeReader(ctx), id)
  const leaves = change?.type === 1 || change?.type === 3
  return (leaves && change.status !== 2 && change.status !== 3 && change.membershipId) || undefined
}

/** Approves (1), refuses (2) or withdraws (3) a change, such as a transfer to another school. */
export async function decideStaffChange(
  ctx: Ctx,
  { fId, status, opinion }: { fId: string; status: number; opinion: string },
) {
  scopeOf(ctx, 'user.edit')
  const change = orNotFound(await findStaffChange(ctx.db, getChangeReader(ctx), fId), '人员变动')
  const isWithdrawal = status === 3
  const isMine = change.applicantId === ctx.actor.personId
  // Read access is not enough to decide.
  if (isWithdrawal ? !isMine : !(change.mayGive || change.mayReceive))
    throw new Refusal('没有权限处理该变动', Ret.forbidden)
  if (!isChangeOpen(change)) throw new Refusal('该变动已处理完毕', Ret.changedByOthers)
  if (isWithdrawal) {
    await recallRecord(ctx, staffChangeSubject, fId)
    return null
  }
  if (change.personId === ctx.actor.personId) throw new Refusal('不能处理本人的变动', Ret.forbidden)
  if (!mayDecide(ctx, change)) throw new Refusal(getWaitingMessage(change))
  const isAgreed = status === 1
  await decideRecord(ctx, {
    subject: staffChangeSubject,
    id: fId,
    isAgreed,
    // Clients of the specification send no opinion.
    opinion: opinion || (isAgreed ? '' : '不同意'),
    // In place of those who were asked, as the district does.
    mayTakeOver: true,
  })
  return null
}

function getWaitingMessage({ status, requestedName }: StaffChangeRow) {
  if (status === 4) return '请等待接收单位确认'
  return requestedName === null ? '请等待调出单位审核' : '请等待其主要任职单位审核'
}
