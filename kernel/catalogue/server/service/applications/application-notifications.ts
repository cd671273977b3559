import type { Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { findRegistrant } from '../../application-edit-queries.ts'

export const applicationDecisionTemplate = defineTemplate({
  code: 'application.decided',
  kind: 'notice',
  title: '应用“{name}”{outcome}',
  body: '{reason}',
})

/** Notifies the person who registered the application of the decision, unless she decided herself. */
export async function notifyRegistrant(
  ctx: Ctx,
  { key, name, outcome, reason }: { key: string; name: string; outcome: string; reason: string },
) {
  const personId = (await findRegistrant(ctx.db, key))?.personId
  if (!personId || personId === ctx.actor.personId) return
  const values = { name, outcome, reason: reason ? `理由：${reason}` : '详情请在应用管理中查看。' }
  await sendMessages(ctx, applicationDecisionTemplate, {
    to: [personId],
    values,
    url: `/developer/useManagement?open=${encodeURIComponent(key)}`,
    subject: { kind: 'application', id: key },
  })
}
