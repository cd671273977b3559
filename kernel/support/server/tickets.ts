import { orNotFound, newId, emptyScope, Refusal, scopeOf, unionScopes, type Ctx, type Scope } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { DayRange, PageQuery } from '#packages/contract'
import { listAdministratorIds } from '#kernel/access/server/api.ts'
import { claimFiles, listOwnerFiles, recallFiles } from '#kernel/files/server/api.ts'
import { closeTodos, sendMessages } from '#kernel/message/server/api.ts'
import type { AnswerForm, TicketForm, TicketStatus } from '../contract.ts'
import { markTicketAnswered, findTicket, insertTicket, readTicketPage, markTicketWithdrawn } from './ticket-queries.ts'
import { ticketAnsweredNotification, newTicketNotification } from './ticket-notifications.ts'

export const ticketOwnerKind = 'support-ticket'
const answerPermission = 'support.answer'
const getTicketUrl = (id: string) => `/support?open=${id}`

/** Callers may read their own tickets and those that they may answer. */
function getReadableScope({ actor }: Pick<Ctx, 'actor'>): Scope {
  return unionScopes([{ ...emptyScope, self: actor.userId }, actor.permissions.get(answerPermission) ?? emptyScope])
}

export const canReadTicket = async (ctx: Ctx, id: string) =>
  (await findTicket(ctx.db, getReadableScope(ctx), id)) !== undefined

interface TicketQuery extends PageQuery, DayRange {
  box?: 'mine' | 'others' | undefined
  status?: TicketStatus | undefined
  keyword: string
}

export async function listTickets(ctx: Ctx, { box, status, keyword, from, to, ...page }: TicketQuery) {
  const { userId } = ctx.actor
  const scopes = {
    mine: () => ({ ...emptyScope, self: userId }),
    others: () => ctx.actor.permissions.get(answerPermission) ?? emptyScope,
    both: () => getReadableScope(ctx),
  }
  const excludedRequesterId = box === 'others' ? userId : undefined
  const filter = { status, keyword, excludedRequesterId, from, to }
  const { items, ...rest } = await readTicketPage(ctx.db, scopes[box ?? 'both'](), filter, page)
  return { ...rest, items: items.map((row) => presentTicket(ctx, row)) }
}

interface TicketRow {
  id: string
  title: string
  status: TicketStatus
  asker: string
  orgName: string
  requesterId: string
  createdAt: Date
  answeredAt: Date | null
}

function presentTicket({ actor }: Ctx, { requesterId, createdAt, answeredAt, ...row }: TicketRow) {
  return {
    ...row,
    isMine: requesterId === actor.userId,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

export async function getTicket(ctx: Ctx, id: string) {
  const row = orNotFound(await findTicket(ctx.db, getReadableScope(ctx), id), '问题反馈')
  const { text, page, answer, answerer, orgId: _org, personId: _person, ...rest } = row
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const files = await listOwnerFiles(ctx, { kind: ticketOwnerKind, ids: [id] })
  const answerScope = ctx.actor.permissions.get(answerPermission)
  const mayAnswer =
    row.status === 'open' && answerScope !== undefined && (await findTicket(ctx.db, answerScope, id)) !== undefined
  return {
    ...presentTicket(ctx, rest),
    text: fields.decrypt('support_ticket.text', text, id),
    page,
    files: files.get(id) ?? [],
    answer: answer ? fields.decrypt('support_ticket.answer', answer, id) : '',
    answerer: answerer ?? '',
    mayAnswer,
  }
}

/** Notifies the administrators of the organisation, or those of the district if there are none. */
export async function createTicket(ctx: Ctx, { title, text, page, fileIds }: TicketForm) {
  const { orgId, userId, personId, districtId } = ctx.actor
  const fields = await loadFieldCipher(ctx.db, districtId)
  const ticket = { id: newId(), org_id: orgId, requester_id: userId, person_id: personId, title, page }
  await insertTicket(ctx.db, { ...ticket, text: fields.encrypt('support_ticket.text', text, ticket.id) }, ctx.now)
  await claimFiles(ctx, fileIds, { kind: ticketOwnerKind, id: ticket.id })
  const here = await listAdministratorIds(ctx, orgId)
  const to = here.length > 0 ? here : await listAdministratorIds(ctx, null)
  await sendMessages(ctx, newTicketNotification, {
    to: to.map(({ personId: id }) => id),
    values: { title },
    url: getTicketUrl(ticket.id),
    subject: { kind: ticketOwnerKind, id: ticket.id },
    orgId,
  })
  return { id: ticket.id }
}

export async function answerTicket(ctx: Ctx, { id, text }: AnswerForm) {
  const row = orNotFound(await findTicket(ctx.db, scopeOf(ctx, answerPermission), id), '问题反馈')
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const answer = fields.encrypt('support_ticket.answer', text, id)
  if (!(await markTicketAnswered(ctx.db, id, answer, ctx.actor.personId, ctx.now)))
    throw new Refusal(row.status === 'withdrawn' ? '该反馈已被撤回' : '该反馈已有人答复')
  const subject = { kind: ticketOwnerKind, id }
  await closeTodos(ctx, subject)
  const notification = { values: { title: row.title }, url: getTicketUrl(id), subject, orgId: row.orgId }
  await sendMessages(ctx, ticketAnsweredNotification, { to: [row.personId], ...notification })
  return { id }
}

/** Withdraws a ticket: closes its todos and hides its files. */
export async function withdrawTicket(ctx: Ctx, id: string) {
  orNotFound(await findTicket(ctx.db, { ...emptyScope, self: ctx.actor.userId }, id), '问题反馈')
  if (!(await markTicketWithdrawn(ctx.db, id))) throw new Refusal('该反馈已有人答复，不能撤回')
  await closeTodos(ctx, { kind: ticketOwnerKind, id })
  await recallFiles(ctx, { kind: ticketOwnerKind, id })
  return { id }
}
