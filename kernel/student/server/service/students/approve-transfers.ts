import { dayOf, notFound, orNotFound, Refusal, type Ctx } from '#packages/core'
import { defineSubject, startFlow } from '#kernel/approval/server/api.ts'
import { decryptReason } from '../../encrypted-fields.ts'
import { lockEnrolments } from '../../enrolment-queries.ts'
import { getOrgNames } from '../../school-queries.ts'
import { findTransfer, settleTransfer, type TransferRow } from '../../transfer-queries.ts'
import { getGradeClassNames } from './class-names.ts'
import { changeEnrolments, lockSchools } from './change-enrolments.ts'
import { getFieldCipher } from './present-students.ts'
import { listOrgIdsInScope, requireClassOf } from './scope-checks.ts'
import { notifyTransferDecision, transfersUrl } from './transfer-notifications.ts'

/** The key of the approval of transfers. */
export const transferSubject = 'student-transfer'

/** The school that a pupil leaves agrees. The requesting school may not learn before where the pupil is. */
export const transferApproval = defineSubject({
  key: transferSubject,
  title: '学生转学',
  fields: { on: { label: '转入日期', type: 'date' } },
  rules: {
    name: '学生转学审批',
    steps: [
      {
        key: 'release',
        name: '转出学校同意',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'student.event' } },
        // Somebody of the bureau may ask for one school and agree for the other.
        self: 'self',
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: () => transfersUrl,
  isHiddenFromApplicant: true,
  changesPeople: true,
  describe: describeTransfer,
  canRead: async (ctx, id) =>
    ctx.actor.permissions.has('student.event') &&
    isGiving(await findTransfer(ctx.db, null, id), await listOrgIdsInScope(ctx)),
  onApproved: agreeToTransfer,
  onRejected: refuseTransfer,
  mayReturn: false,
  onReturned: () => Promise.reject(new Refusal('转学申请不能退回，请同意或拒绝')),
  onRecalled: withdrawTransfer,
  onTerminated: closeTransfer,
})

/** Starts the approval of a request for a pupil whom another school has. */
export async function requestTransferApproval(
  ctx: Ctx,
  { id, name, fromOrgId, toOrgId, on }: { id: string; name: string; fromOrgId: string; toOrgId: string; on: string },
) {
  const school = (await getOrgNames(ctx.db, [toOrgId])).get(toOrgId) ?? ''
  await startFlow(ctx, {
    subject: transferSubject,
    id,
    orgId: fromOrgId,
    title: `${name}转入${school}`,
    brief: `${on} 起`,
    values: { on },
  })
}

/** Whether the caller acts for the school that the pupil leaves. */
export const isGiving = (row: Pick<TransferRow, 'fromOrgId'> | undefined, orgIds: readonly string[] | null): boolean =>
  row?.fromOrgId != null && (orgIds === null || orgIds.includes(row.fromOrgId))

const requireTransfer = async (ctx: Ctx, id: string): Promise<TransferRow> =>
  orNotFound(await findTransfer(ctx.db, null, id), '转学申请')

async function describeTransfer(ctx: Ctx, id: string) {
  const row = await requireTransfer(ctx, id)
  const { toClassId: classId, toGradeId: gradeId } = row
  const names = await getGradeClassNames(ctx, [{ classId, gradeId }], dayOf(ctx.now))
  const fields = await getFieldCipher(ctx)
  return {
    lead: [
      { label: '学生', value: row.studentName ?? '' },
      { label: '转入学校', value: row.toOrgName ?? '' },
      { label: '转入班级', value: names.class(classId) || names.grade(gradeId) },
      { label: '转入日期', value: row.on },
    ],
    facts: [
      { label: '原因', value: decryptReason(fields, id, row.reason) },
      { label: '转出学校', value: row.fromOrgName ?? '' },
    ],
    files: [],
  }
}

/** Whoever decides acts for the school now: deputies and people who have lost the permission do not. */
async function requireGiving(ctx: Ctx, id: string): Promise<TransferRow> {
  const row = await requireTransfer(ctx, id)
  if (!isGiving(row, await listOrgIdsInScope(ctx))) throw notFound('转学申请')
  return row
}

async function agreeToTransfer(ctx: Ctx, id: string) {
  const row = await requireGiving(ctx, id)
  await settleTransfer(ctx.db, id, 'agreed')
  await applyTransfer(ctx, row)
  await notifyTransferDecision(ctx, row, 'agreed')
}

async function refuseTransfer(ctx: Ctx, id: string) {
  const row = await requireGiving(ctx, id)
  await settleTransfer(ctx.db, id, 'refused')
  await notifyTransferDecision(ctx, row, 'refused')
}

async function withdrawTransfer(ctx: Ctx, id: string) {
  const { status } = await requireTransfer(ctx, id)
  if (status === 'requested') await settleTransfer(ctx.db, id, 'withdrawn')
}

/** An administrator ended it. For the requesting school that is a refusal, unless it has withdrawn. */
async function closeTransfer(ctx: Ctx, id: string) {
  const row = await requireTransfer(ctx, id)
  if (row.status !== 'requested') return
  await settleTransfer(ctx.db, id, 'refused')
  await notifyTransferDecision(ctx, row, 'refused')
}

/** The transfer takes effect today at the earliest, because past days must not change. */
async function applyTransfer(ctx: Ctx, row: TransferRow) {
  const today = dayOf(ctx.now)
  const on = row.on < today ? today : row.on
  const { toOrgId: orgId, toGradeId: gradeId, toClassId: classId } = row
  await lockSchools(ctx, [row.fromOrgId!, orgId])
  await requireClassOf(ctx, { orgId, gradeId, classId, on })
  // The old school may have lost the pupil since the request; then its agreement has no basis.
  const [from] = await lockEnrolments(ctx.db, [row.studentId!])
  if (!from || from.studentOrgId !== row.fromOrgId || !isMovable(from.status))
    throw new Refusal('该学生的学籍在申请后又有变动，请由转入学校重新申请')
  const reason = decryptReason(await getFieldCipher(ctx), row.id, row.reason)
  await changeEnrolments(ctx, [
    { studentId: row.studentId!, type: 'transfer-in', on, reason, to: { orgId, gradeId, classId, status: 'studying' } },
  ])
}

export const isMovable = (status: string) => ['studying', 'suspended', 'transferred'].includes(status)
