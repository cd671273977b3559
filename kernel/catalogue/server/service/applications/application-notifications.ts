import type { Ctx } from '#packages/core'
import { listAdministratorIds, listPermissionHolders } from '#kernel/access/server/api.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { findRegistrant } from '../../application-edit-queries.ts'

export const applicationApprovalTemplate = defineTemplate({
  code: 'application.waiting',
  kind: 'todo',
  title: '待审核应用：{name}',
  body: '有应用提交了登记或变更，请查看并审核。',
})
export const applicationDecisionTemplate = defineTemplate({
  code: 'application.decided',
  kind: 'notice',
  title: '应用“{name}”{outcome}',
  body: '{reason}',
})

// The key of a registered application is an id; a built-in one has no to-dos.
const getSubject = (key: string) => ({ kind: 'application', id: key })
const getManageUrl = (key: string) => `/developer/useManagement?open=${encodeURIComponent(key)}`

/** Creates a to-do for those who audit the applications of the managing organisation. */
export async function notifyAuditors(ctx: Ctx, app: { key: string; name: string; orgId: string | null }) {
  await closeTodos(ctx, getSubject(app.key))
  const holders = app.orgId ? await listPermissionHolders(ctx, 'app.audit', app.orgId) : []
  await sendMessages(ctx, applicationApprovalTemplate, {
    to: holders.length > 0 ? holders : await listAdministratorIds(ctx, null),
    values: { name: app.name },
    url: getManageUrl(app.key),
    subject: getSubject(app.key),
  })
}

/** Notifies the person who registered the application of the decision, unless she decided herself. */
export async function notifyRegistrant(
  ctx: Ctx,
  { key, name, outcome, reason }: { key: string; name: string; outcome: string; reason: string },
) {
  await closeTodos(ctx, getSubject(key))
  const personId = (await findRegistrant(ctx.db, key))?.personId
  if (!personId || personId === ctx.actor.personId) return
  const values = { name, outcome, reason: reason ? `理由：${reason}` : '详情请在应用管理中查看。' }
  await sendMessages(ctx, applicationDecisionTemplate, {
    to: [personId],
    values,
    url: getManageUrl(key),
    subject: getSubject(key),
  })
}
