import { found, newId, nothing, Refusal, scopeOf, union, type Ctx, type Scope } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import type { DayRange, PageQuery } from '#packages/contract'
import { administratorsOf } from '#kernel/access/server'
import { claimFiles, filesOf, recallFiles } from '#kernel/files/server'
import { closeTodos, sendMessages } from '#kernel/message/server'
import type { AnswerForm, TicketForm, TicketStatus } from '../contract.ts'
import { answerTicket, findTicket, insertTicket, pageOfTickets, withdrawTicket } from './queries.ts'
import { answered, asked } from './templates.ts'

export const ownerKind = 'support-ticket'
const answerRight = 'support.answer'
const place = (id: string) => `/support?open=${id}`

/** What somebody may read: what they asked themselves, and what they may answer. */
function readable({ actor }: Pick<Ctx, 'actor'>): Scope {
  return union([{ ...nothing, self: actor.userId }, actor.permissions.get(answerRight) ?? nothing])
}

export const canRead = async (ctx: Ctx, id: string) => (await findTicket(ctx.db, readable(ctx), id)) !== undefined

interface Asked extends PageQuery, DayRange {
  box?: 'mine' | 'others' | undefined
  status?: TicketStatus | undefined
  keyword: string
}

export async function listTickets(ctx: Ctx, { box, status, keyword, from, to, ...page }: Asked) {
  const { userId } = ctx.actor
  const scopes = {
    mine: () => ({ ...nothing, self: userId }),
    others: () => ctx.actor.permissions.get(answerRight) ?? nothing,
    both: () => readable(ctx),
  }
  const notAskedBy = box === 'others' ? userId : undefined
  const wanted = { status, keyword, notAskedBy, from, to }
  const { items, ...rest } = await pageOfTickets(ctx.db, scopes[box ?? 'both'](), wanted, page)
  return { ...rest, items: items.map((row) => presented(ctx, row)) }
}

interface Row {
  id: string
  title: string
  status: TicketStatus
  asker: string
  orgName: string
  askerId: string
  createdAt: Date
  answeredAt: Date | null
}

function presented({ actor }: Ctx, { askerId, createdAt, answeredAt, ...row }: Row) {
  return {
    ...row,
    isMine: askerId === actor.userId,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

export async function readTicket(ctx: Ctx, id: string) {
  const row = found(await findTicket(ctx.db, readable(ctx), id), '问题反馈')
  const { text, page, answer, answerer, orgId: _org, personId: _person, ...rest } = row
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const files = await filesOf(ctx, { kind: ownerKind, ids: [id] })
  const answerScope = ctx.actor.permissions.get(answerRight)
  const mayAnswer =
    row.status === 'open' && answerScope !== undefined && (await findTicket(ctx.db, answerScope, id)) !== undefined
  return {
    ...presented(ctx, rest),
    text: fields.decrypt('support_ticket.text', text, id),
    page,
    files: files.get(id) ?? [],
    answer: answer ? fields.decrypt('support_ticket.answer', answer, id) : '',
    answerer: answerer ?? '',
    mayAnswer,
  }
}

/** Asks those who run the organisation, or where nobody does, those who run the district. */
export async function askQuestion(ctx: Ctx, { title, text, page, fileIds }: TicketForm) {
  const { orgId, userId, personId, districtId } = ctx.actor
  const fields = await fieldsOf(ctx.db, districtId)
  const ticket = { id: newId(), org_id: orgId, asker_id: userId, person_id: personId, title, page }
  await insertTicket(ctx.db, { ...ticket, text: fields.encrypt('support_ticket.text', text, ticket.id) }, ctx.now)
  await claimFiles(ctx, fileIds, { kind: ownerKind, id: ticket.id })
  const here = await administratorsOf(ctx, orgId)
  const to = here.length > 0 ? here : await administratorsOf(ctx, null)
  await sendMessages(ctx, asked, {
    to: to.map(({ personId: id }) => id),
    words: { title },
    url: place(ticket.id),
    subject: { kind: ownerKind, id: ticket.id },
    orgId,
  })
  return { id: ticket.id }
}

export async function answerQuestion(ctx: Ctx, { id, text }: AnswerForm) {
  const row = found(await findTicket(ctx.db, scopeOf(ctx, answerRight), id), '问题反馈')
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const answer = fields.encrypt('support_ticket.answer', text, id)
  if (!(await answerTicket(ctx.db, id, answer, ctx.actor.personId, ctx.now)))
    throw new Refusal(row.status === 'withdrawn' ? '该反馈已被撤回' : '该反馈已有人答复')
  const subject = { kind: ownerKind, id }
  await closeTodos(ctx, subject)
  const told = { words: { title: row.title }, url: place(id), subject, orgId: row.orgId }
  await sendMessages(ctx, answered, { to: [row.personId], ...told })
  return { id }
}

/** Takes a question back: the to-dos go, and what was attached is shown to nobody any more. */
export async function withdrawQuestion(ctx: Ctx, id: string) {
  found(await findTicket(ctx.db, { ...nothing, self: ctx.actor.userId }, id), '问题反馈')
  if (!(await withdrawTicket(ctx.db, id))) throw new Refusal('该反馈已有人答复，不能撤回')
  await closeTodos(ctx, { kind: ownerKind, id })
  await recallFiles(ctx, { kind: ownerKind, id })
  return { id }
}
