import { z } from 'zod'
import { dayRange, idOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { attachment } from '#kernel/files/contract.ts'
import { manifest } from './manifest.ts'

export const ticketStatuses = { open: '待答复', answered: '已答复', withdrawn: '已撤回' } as const
export type TicketStatus = keyof typeof ticketStatuses
const status = z.enum(Object.keys(ticketStatuses) as [TicketStatus, ...TicketStatus[]])

const ticket = z.object({
  id: idOf('support-ticket'),
  title: z.string(),
  status,
  asker: z.string(),
  orgName: z.string(),
  /** Whether the reader created the ticket. */
  isMine: z.boolean(),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
})
export type Ticket = z.output<typeof ticket>

const ticketDetail = ticket.extend({
  text: z.string(),
  /** The page of this site that the ticket is about; may be empty. */
  page: z.string(),
  files: z.array(attachment),
  answer: z.string(),
  answerer: z.string(),
  mayAnswer: z.boolean(),
})
export type TicketDetail = z.output<typeof ticketDetail>

export const ticketForm = z.object({
  title: z.string().trim().min(1, '请填写标题').max(60, '标题不超过60字'),
  text: z.string().trim().min(1, '请描述问题').max(2000, '问题描述不超过2000字'),
  /** The page on which the problem occurred. */
  page: z.string().max(300),
  fileIds: z.array(idOf('file')).max(9, '附件不超过9个'),
})
export type TicketForm = z.output<typeof ticketForm>

export const answerForm = z.object({
  id: idOf('support-ticket'),
  text: z.string().trim().min(1, '请填写答复').max(2000, '答复不超过2000字'),
})
export type AnswerForm = z.output<typeof answerForm>

const route = routesOf(manifest)
const one = z.object({ id: idOf('support-ticket') })

/** Tickets to the administrators of the own organisation, with screenshots. */
export const supportApi = {
  list: route({
    method: 'GET',
    path: '/api/support/list',
    title: '问题反馈列表',
    access: 'staff',
    query: pageQuery.extend({
      /** mine: created by the caller; others: tickets that the caller may answer; default: both. */
      box: z.enum(['mine', 'others']).optional(),
      status: status.optional(),
      keyword: z.string().trim().max(60).default(''),
      ...dayRange.shape,
    }),
    data: pageOf(ticket),
  }),
  detail: route({
    method: 'GET',
    path: '/api/support/detail',
    title: '问题反馈详情',
    access: 'staff',
    query: one,
    data: ticketDetail,
  }),
  ask: route({
    method: 'POST',
    path: '/api/support/ask',
    title: '提交问题反馈',
    access: 'staff',
    body: ticketForm,
    data: one,
  }),
  answer: route({
    method: 'POST',
    path: '/api/support/answer',
    title: '答复问题反馈',
    access: 'support.answer',
    body: answerForm,
    data: one,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/support/withdraw',
    title: '撤回问题反馈',
    access: 'staff',
    body: one,
    data: one,
  }),
}
