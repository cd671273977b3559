import type { Ctx } from '#packages/core'
import { administratorsOf, holdersOver } from '#kernel/access/server'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server'
import { registrantOf } from '../../application-edit-queries.ts'

const waiting = defineTemplate({
  code: 'application.waiting',
  kind: 'todo',
  title: '待审核应用：{name}',
  body: '有应用提交了登记或变更，请查看并审核。',
})
const decided = defineTemplate({
  code: 'application.decided',
  kind: 'notice',
  title: '应用“{name}”{outcome}',
  body: '{reason}',
})

// An application's key is an id where it was registered; a built-in one has no to-dos.
const subjectOf = (key: string) => ({ kind: 'application', id: key })
const place = (key: string) => `/developer/useManagement?open=${encodeURIComponent(key)}`

/** Those who audit applications of that keeper have something to do. */
export async function tellAuditors(ctx: Ctx, app: { key: string; name: string; orgId: string | null }) {
  await closeTodos(ctx, subjectOf(app.key))
  const holders = app.orgId ? await holdersOver(ctx, 'app.audit', app.orgId) : []
  await sendMessages(ctx, waiting, {
    to: holders.length > 0 ? holders : await administratorsOf(ctx, null),
    words: { name: app.name },
    url: place(app.key),
    subject: subjectOf(app.key),
  })
}

/** Whoever registered it is told what became of it, unless she decided herself. */
export async function tellRegistrant(
  ctx: Ctx,
  { key, name, outcome, reason }: { key: string; name: string; outcome: string; reason: string },
) {
  await closeTodos(ctx, subjectOf(key))
  const personId = (await registrantOf(ctx.db, key))?.personId
  if (!personId || personId === ctx.actor.personId) return
  const words = { name, outcome, reason: reason ? `理由：${reason}` : '详情请在应用管理中查看。' }
  await sendMessages(ctx, decided, { to: [personId], words, url: place(key), subject: subjectOf(key) })
}
