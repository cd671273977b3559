import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, orNotFound, newId, Refusal, Ret, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { decideRecord, endFlow, getDecisionsOf, inSavepoint, lockFlowOf } from '#kernel/approval/server/api.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { limitAttempts } from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import { studentApi, type Transfer } from '../../../contract.ts'
import {
  hashStudentNo,
  decryptRequestedName,
  decryptReason,
  encryptRequestedName,
  encryptReason,
} from '../../encrypted-fields.ts'
import { findByStudentNo } from '../../student-write-queries.ts'
import {
  insertTransfer,
  listTransferPage,
  findTransfer,
  settleTransfer,
  type TransferRow,
} from '../../transfer-queries.ts'
import { isGiving, isMovable, requestTransferApproval, transferSubject } from './approve-transfers.ts'
import { getGradeClassNames } from './class-names.ts'
import { getFieldCipher } from './present-students.ts'
import { listOrgIdsInScope, requireClassOf, requireNearDay, requireSchoolInScope } from './scope-checks.ts'

type TransferRequestForm = BodyOf<typeof studentApi.requestTransfer>

const maxRequestsPerHour = 60

/**
 * A school requests a pupil of another school. Answer and list entry are the same whether or not the pupil exists:
 * otherwise anybody could find out which school a child attends.
 */
export async function requestTransfer(own: RequestCtx, form: TransferRequestForm) {
  const { districtId, personId } = own.actor!
  await limitAttempts(own, 'student-transfer-ask', `${districtId}:${personId}`, maxRequestsPerHour, 3600)
  return inOwnDistrict(own, async (ctx) => {
    await createTransferRequest(ctx, form)
    const { path, title } = studentApi.requestTransfer
    await recordOperation(ctx, { route: path, title })
    return null
  })
}

async function createTransferRequest(ctx: Ctx, { studentNo, name, gradeId, on, ...form }: TransferRequestForm) {
  await lockTree(ctx)
  const { id: toOrgId } = await requireSchoolInScope(ctx, 'student.event', form.orgId)
  const toClassId = form.classId ?? null
  requireNearDay(ctx, on)
  await requireClassOf(ctx, { orgId: toOrgId, gradeId, classId: toClassId, on })
  const fields = await getFieldCipher(ctx)
  const known = await findByStudentNo(ctx.db, hashStudentNo(fields, studentNo.toUpperCase()))
  const pupil = known?.name === name && isMovable(known.status) ? known : undefined
  // This reveals nothing, because the caller can see the own pupils anyway.
  if (pupil?.orgId === toOrgId) throw new Refusal('该学生已在本校')
  const id = newId()
  const transfer = {
    id,
    requestedName: encryptRequestedName(fields, id, name),
    toOrgId,
    toGradeId: gradeId,
    toClassId,
    on,
    reason: encryptReason(fields, id, form.reason),
  }
  const { personId } = ctx.actor
  const nobody = { studentId: null, fromOrgId: null }
  if (pupil) {
    const { id: studentId, orgId: fromOrgId } = pupil
    const isRequested = await inSavepoint(ctx.db, async () => {
      if (!(await insertTransfer(ctx.db, { ...transfer, studentId, fromOrgId }, personId, ctx.now))) return false
      await requestTransferApproval(ctx, { id, name: pupil.name, fromOrgId, toOrgId, on })
      return true
    }).catch((error: unknown) => {
      // A school in which nobody can decide must not be told from a pupil who does not exist.
      if (!(error instanceof Refusal)) throw error
      return false
    })
    if (isRequested) return
  }
  await insertTransfer(ctx.db, { ...transfer, ...nobody }, personId, ctx.now)
}

export async function listTransfers(ctx: Ctx, { status, from, to, ...page }: QueryOf<typeof studentApi.transfers>) {
  const orgIds = await listOrgIdsInScope(ctx)
  const { items, ...counts } = await listTransferPage(ctx.db, orgIds, { status, from, to }, page)
  return { ...counts, items: await presentTransfers(ctx, items, orgIds) }
}

const maskStudentName = (name: string) => {
  const letters = Array.from(name)
  return letters.length < 3 ? `${letters[0] ?? ''}*` : `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

async function presentTransfers(
  ctx: Ctx,
  rows: readonly TransferRow[],
  orgIds: readonly string[] | null,
): Promise<Transfer[]> {
  const fields = await getFieldCipher(ctx)
  const names = await getGradeClassNames(
    ctx,
    rows.map(({ toClassId, toGradeId }) => ({ classId: toClassId, gradeId: toGradeId })),
    dayOf(ctx.now),
  )
  const ids = rows.map(({ id }) => id)
  const decisions = await getDecisionsOf(ctx, transferSubject, ids)
  return rows.map((row) => {
    const { gives, takes } = getTransferRoles(row, orgIds)
    const mayIdentify = gives || row.status === 'agreed'
    return {
      id: row.id,
      studentId: mayIdentify ? row.studentId : null,
      on: row.on,
      status: row.status,
      at: row.at.toISOString(),
      studentName:
        mayIdentify && row.studentName
          ? row.studentName
          : maskStudentName(decryptRequestedName(fields, row.id, row.requestedName)),
      fromOrgName: mayIdentify ? (row.fromOrgName ?? '') : '',
      toOrgName: row.toOrgName ?? '',
      toClassName: names.class(row.toClassId) || names.grade(row.toGradeId),
      reason: decryptReason(fields, row.id, row.reason),
      opinion: decisions.get(row.id)?.opinion ?? '',
      mayDecide: gives && row.status === 'requested',
      mayWithdraw: takes && row.status === 'requested',
    }
  })
}

function getTransferRoles(row: TransferRow, orgIds: readonly string[] | null) {
  return { gives: isGiving(row, orgIds), takes: orgIds === null || orgIds.includes(row.toOrgId) }
}

/** The old school, or an organisation above both, agrees or refuses. The requesting school may withdraw. */
export async function decideTransfer(ctx: Ctx, { id, decision, opinion }: BodyOf<typeof studentApi.decideTransfer>) {
  await lockTree(ctx)
  await lockFlowOf(ctx, transferSubject, id)
  const orgIds = await listOrgIdsInScope(ctx)
  const row = orNotFound(await findTransfer(ctx.db, orgIds, id), '转学申请')
  const { gives, takes } = getTransferRoles(row, orgIds)
  // The same error as for an unknown request, so that the requester cannot find out whether the pupil exists.
  if (decision === 'withdraw' ? !takes : !gives) throw new Refusal('转学申请不存在', Ret.notFound)
  if (decision === 'refuse' && !opinion) throw new Refusal('请填写拒绝原因')
  if (row.status !== 'requested') throw new Refusal('该申请已处理，请刷新', Ret.changedByOthers)
  if (decision !== 'withdraw') {
    const isAgreed = decision === 'agree'
    await decideRecord(ctx, { subject: transferSubject, id, isAgreed, opinion, mayTakeOver: true })
    return null
  }
  await settleTransfer(ctx.db, id, 'withdrawn')
  if (row.studentId) await endFlow(ctx, { subject: transferSubject, id, reason: '转入学校已撤回' })
  return null
}
