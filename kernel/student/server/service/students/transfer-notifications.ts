import type { Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { transferStatuses, type TransferStatus } from '../../../contract.ts'
import { getOrgNames } from '../../school-queries.ts'
import type { TransferRow } from '../../transfer-queries.ts'

export const transferRequestTemplate = defineTemplate({
  code: 'student.transfer-requested',
  kind: 'todo',
  title: '待处理：{name}申请转学',
  body: '{school}申请接收{name}，请查看并处理。',
})
export const transferDecisionTemplate = defineTemplate({
  code: 'student.transfer-settled',
  kind: 'notice',
  title: '{name}的转学申请{outcome}',
  body: '转入{school}的申请{outcome}。',
})

const getTransferSubject = (id: string) => ({ kind: 'student-transfer', id })
const getTransferUrl = (id: string) => `/baseData/StudentChanges?transfer=${id}`

/** Notifies the holders of `student.event` in the old school. */
export async function notifyTransferRequest(
  ctx: Ctx,
  { id, name, fromOrgId, toOrgId }: { id: string; name: string; fromOrgId: string; toOrgId: string },
) {
  const holders = await listPermissionHolders(ctx, 'student.event', fromOrgId)
  const school = (await getOrgNames(ctx.db, [toOrgId])).get(toOrgId) ?? ''
  await sendMessages(ctx, transferRequestTemplate, {
    to: holders.map(({ personId }) => ({ personId })),
    values: { name, school },
    url: getTransferUrl(id),
    subject: getTransferSubject(id),
    orgId: fromOrgId,
  })
}

/** Notifies the requester of the decision and closes the todos of the old school. */
export async function notifyTransferDecision(ctx: Ctx, row: TransferRow, status: TransferStatus) {
  await closeTodos(ctx, getTransferSubject(row.id))
  if (status === 'withdrawn') return
  await sendMessages(ctx, transferDecisionTemplate, {
    to: [row.byPersonId],
    values: { name: row.studentName ?? '学生', school: row.toOrgName ?? '', outcome: transferStatuses[status].label },
    url: getTransferUrl(row.id),
    subject: getTransferSubject(row.id),
    orgId: row.toOrgId,
  })
}
