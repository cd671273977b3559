import type { Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { transferStatuses } from '../../../contract.ts'
import type { TransferRow } from '../../transfer-queries.ts'

export const transferDecisionTemplate = defineTemplate({
  code: 'student.transfer-settled',
  kind: 'notice',
  title: '{name}的转学申请{outcome}',
  body: '转入{school}的申请{outcome}。',
})

export const transfersUrl = '/baseData/StudentChanges?part=transfers'

/** Notifies the requester of the decision. */
export const notifyTransferDecision = (ctx: Ctx, row: TransferRow, status: 'agreed' | 'refused') =>
  sendMessages(ctx, transferDecisionTemplate, {
    to: [row.byPersonId],
    values: { name: row.studentName ?? '学生', school: row.toOrgName ?? '', outcome: transferStatuses[status].label },
    url: transfersUrl,
    subject: { kind: 'student-transfer', id: row.id },
    orgId: row.toOrgId,
  })
