import type { BodyOf, QueryOf } from '#packages/contract'
import { dayOf, orNotFound, newId, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
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
import { lockEnrolments } from '../../enrolment-queries.ts'
import { resolveScopeIds } from '../../student-search-queries.ts'
import { findByStudentNo } from '../../student-write-queries.ts'
import {
  insertTransfer,
  listTransferPage,
  updateTransferDecision,
  findTransfer,
  type TransferRow,
} from '../../transfer-queries.ts'
import { getGradeClassNames } from './class-names.ts'
import { changeEnrolments, lockSchools } from './change-enrolments.ts'
import { getFieldCipher } from './present-students.ts'
import { requireClassOf, requireNearDay, requireSchoolInScope } from './scope-checks.ts'
import { notifyTransferRequest, notifyTransferDecision } from './transfer-notifications.ts'

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
    const ids = { studentId: pupil.id, fromOrgId: pupil.orgId }
    if (await insertTransfer(ctx.db, { ...transfer, ...ids }, personId, ctx.now))
      return notifyTransferRequest(ctx, { id: transfer.id, name: pupil.name, fromOrgId: pupil.orgId, toOrgId })
  }
  await insertTransfer(ctx.db, { ...transfer, ...nobody }, personId, ctx.now)
}
const isMovable = (status: string) => ['studying', 'suspended', 'transferred'].includes(status)

async function listOrgIdsInScope(ctx: Ctx) {
  return (await resolveScopeIds(ctx.db, scopeOf(ctx, 'student.event'), null, dayOf(ctx.now))).orgIds
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
      opinion: decryptReason(fields, row.id, row.opinion),
      mayDecide: gives && row.status === 'requested',
      mayWithdraw: takes && row.status === 'requested',
    }
  })
}

function getTransferRoles({ fromOrgId, toOrgId }: TransferRow, orgIds: readonly string[] | null) {
  const has = (id: string | null) => id !== null && (orgIds === null || orgIds.includes(id))
  return { gives: has(fromOrgId), takes: has(toOrgId) }
}

/** The old school, or an organisation above both, agrees or refuses. The requesting school may withdraw. */
export async function decideTransfer(ctx: Ctx, { id, decision, opinion }: BodyOf<typeof studentApi.decideTransfer>) {
  await lockTree(ctx)
  const orgIds = await listOrgIdsInScope(ctx)
  const row = orNotFound(await findTransfer(ctx.db, orgIds, id), '转学申请')
  const { gives, takes } = getTransferRoles(row, orgIds)
  // The same error as for an unknown request, so that the requester cannot find out whether the pupil exists.
  if (decision === 'withdraw' ? !takes : !gives) throw new Refusal('转学申请不存在', Ret.notFound)
  if (decision === 'refuse' && !opinion) throw new Refusal('请填写拒绝原因')
  const fields = await getFieldCipher(ctx)
  const status = ({ agree: 'agreed', refuse: 'refused', withdraw: 'withdrawn' } as const)[decision]
  const outcome = { status, opinion: opinion ? encryptReason(fields, id, opinion) : null, by: ctx.actor.personId }
  if (!(await updateTransferDecision(ctx.db, id, outcome, ctx.now)))
    throw new Refusal('该申请已处理，请刷新', Ret.changedByOthers)
  if (decision === 'agree') await applyTransfer(ctx, row, decryptReason(fields, row.id, row.reason))
  await notifyTransferDecision(ctx, row, status)
  return null
}

/** The transfer takes effect today at the earliest, because past days must not change. */
async function applyTransfer(ctx: Ctx, row: TransferRow, reason: string) {
  const today = dayOf(ctx.now)
  const on = row.on < today ? today : row.on
  const { toOrgId: orgId, toGradeId: gradeId, toClassId: classId } = row
  await lockSchools(ctx, [row.fromOrgId!, orgId])
  await requireClassOf(ctx, { orgId, gradeId, classId, on })
  // The old school may have lost the pupil since the request; then its agreement has no basis.
  const [from] = await lockEnrolments(ctx.db, [row.studentId!])
  if (!from || from.studentOrgId !== row.fromOrgId || !isMovable(from.status))
    throw new Refusal('该学生的学籍在申请后又有变动，请由转入学校重新申请')
  await changeEnrolments(ctx, [
    { studentId: row.studentId!, type: 'transfer-in', on, reason, to: { orgId, gradeId, classId, status: 'studying' } },
  ])
}
