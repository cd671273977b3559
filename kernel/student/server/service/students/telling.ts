import type { Ctx } from '#packages/core'
import { holdersOver } from '#kernel/access/server'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server'
import { transferStatuses, type TransferStatus } from '../../../contract.ts'
import { orgNames } from '../../school-queries.ts'
import type { TransferRow } from '../../transfer-queries.ts'

const asked = defineTemplate({
  code: 'student.transfer-asked',
  kind: 'todo',
  title: '待处理：{name}申请转学',
  body: '{school}申请接收{name}，请查看并处理。',
})
const settled = defineTemplate({
  code: 'student.transfer-settled',
  kind: 'notice',
  title: '{name}的转学申请{outcome}',
  body: '转入{school}的申请{outcome}。',
})

const subjectOf = (id: string) => ({ kind: 'student-transfer', id })
const place = (id: string) => `/baseData/StudentChanges?transfer=${id}`

/** Those who deal with such things in the giving school. */
export async function tellAsked(
  ctx: Ctx,
  { id, name, fromOrgId, toOrgId }: { id: string; name: string; fromOrgId: string; toOrgId: string },
) {
  const holders = await holdersOver(ctx, 'student.event', fromOrgId)
  const school = (await orgNames(ctx.db, [toOrgId])).get(toOrgId) ?? ''
  await sendMessages(ctx, asked, {
    to: holders.map(({ personId }) => ({ personId })),
    words: { name, school },
    url: place(id),
    subject: subjectOf(id),
    orgId: fromOrgId,
  })
}

/** Whoever asked hears what became of it; nobody has to decide any more. */
export async function tellSettled(ctx: Ctx, row: TransferRow, status: TransferStatus) {
  await closeTodos(ctx, subjectOf(row.id))
  if (status === 'withdrawn') return
  await sendMessages(ctx, settled, {
    to: [row.byPersonId],
    words: { name: row.studentName ?? '学生', school: row.toOrgName ?? '', outcome: transferStatuses[status] },
    url: place(row.id),
    subject: subjectOf(row.id),
    orgId: row.toOrgId,
  })
}
