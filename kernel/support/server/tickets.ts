import { emptyScope, Refusal, scopeOf, unionScopes, type Ctx, type Scope } from '#packages/core'
import { crud, type Crud } from '#packages/crud'
import { listAdministratorIds } from '#kernel/access/server/api.ts'
import { createFilesField, recallFiles } from '#kernel/files/server/api.ts'
import { closeTodos, sendMessages } from '#kernel/message/server/api.ts'
import { ticket, type AnswerForm, type TicketForm } from '../contract.ts'
import { isInBox } from './ticket-queries.ts'
import { ticketAnsweredNotification, newTicketNotification } from './ticket-notifications.ts'

/** Of the files and todos of a ticket. */
const ticketOwnerKind = ticket.key
const answerPermission = 'support.answer'
const getTicketUrl = (id: string) => `/support?open=${id}`
const getAnswerScope = ({ actor }: Ctx): Scope => actor.permissions.get(answerPermission) ?? emptyScope
const getOwnScope = ({ actor }: Ctx): Scope => ({ ...emptyScope, self: actor.userId })
/** Callers may read their own tickets and those that they may answer. */
const getReadScope = (ctx: Ctx) => unionScopes([getOwnScope(ctx), getAnswerScope(ctx)])

export const tickets: Crud<typeof ticket> = crud(ticket, 'support_ticket', {
  readScope: getReadScope,
  fields: {
    files: createFilesField(ticketOwnerKind),
    isMine: { load: ({ actor }, rows) => rows.map(({ requesterId }) => requesterId === actor.userId) },
    mayAnswer: {
      load: async (ctx, rows) => {
        const open = rows.filter(({ status }) => status === 'open').map(({ id }) => id)
        const found = new Set(await tickets.rows.listIds(ctx.db, getAnswerScope(ctx), open))
        return rows.map(({ id }) => found.has(id))
      },
    },
  },
  filters: { box: (box, { actor }) => isInBox(box, actor.userId) },
})

/** Notifies the administrators of the organisation, or those of the district if there are none. */
export async function createTicket(ctx: Ctx, form: TicketForm) {
  const { id } = await tickets.create(ctx, form)
  const { orgId } = ctx.actor
  const here = await listAdministratorIds(ctx, orgId)
  const to = here.length > 0 ? here : await listAdministratorIds(ctx, null)
  await sendMessages(ctx, newTicketNotification, {
    to: to.map(({ personId }) => personId),
    values: { title: form.title },
    url: getTicketUrl(id),
    subject: { kind: ticketOwnerKind, id },
    orgId,
  })
  return { id }
}

export async function answerTicket(ctx: Ctx, { id, text }: AnswerForm) {
  const scope = scopeOf(ctx, answerPermission)
  const { status, title, asker, org } = await tickets.rows.require(ctx, scope, id)
  const set = { answer: text, answerer: ctx.actor.personId, answeredAt: ctx.now }
  if (!(await tickets.rows.move(ctx, scope, id, 'open', 'answered', set)))
    throw new Refusal(status === 'withdrawn' ? '该反馈已被撤回' : '该反馈已有人答复')
  const subject = { kind: ticketOwnerKind, id }
  await closeTodos(ctx, subject)
  const notification = { values: { title }, url: getTicketUrl(id), subject, orgId: org.id }
  await sendMessages(ctx, ticketAnsweredNotification, { to: [asker.id], ...notification })
  return { id }
}

/** Withdraws a ticket: closes its todos and hides its files. */
export async function withdrawTicket(ctx: Ctx, { id }: { id: string }) {
  await tickets.rows.require(ctx, getOwnScope(ctx), id)
  if (!(await tickets.rows.move(ctx, getOwnScope(ctx), id, 'open', 'withdrawn')))
    throw new Refusal('该反馈已有人答复，不能撤回')
  await closeTodos(ctx, { kind: ticketOwnerKind, id })
  await recallFiles(ctx, { kind: ticketOwnerKind, id })
  return { id }
}
