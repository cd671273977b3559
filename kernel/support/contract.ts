import { z } from 'zod'
import {
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  idOf,
  organisation,
  owner,
  person,
  routesOf,
  secret,
  status,
  text,
  type CreateOf,
} from '#packages/contract'
import { files } from '#kernel/files/contract.ts'
import { manifest } from './manifest.ts'

/** A question to the administrators of the own organisation. Both texts are encrypted: they may be about people. */
export const ticket = entitiesOf(manifest)('support-ticket', {
  title: '反馈',
  measure: '条',
  versioned: false,
  access: { read: 'staff', create: 'staff' },
  scope: { org: 'org', owner: 'requesterId' },
  fields: {
    title: text('标题', { max: 60, required: true }),
    text: secret('问题', { max: 2000, required: '请描述问题', multiline: true }),
    /** The page of this site that the ticket is about; may be empty. */
    page: text('所在页面', { max: 300, show: 'detail' }),
    files: files('附件', { max: 9 }),
    asker: person('提出人', { column: 'person_id', write: 'server', set: 'personId', required: true, width: 112 }),
    requesterId: owner(),
    org: organisation('单位', {
      column: 'org_id',
      write: 'server',
      set: 'orgId',
      required: true,
      width: 200,
      dropAt: 2,
    }),
    createdAt: datetime('提出时间', { set: 'now', required: true }),
    status: status('状态', {
      open: { label: '待答复', tone: 'warning', next: ['answered', 'withdrawn'] },
      answered: { label: '已答复', tone: 'success' },
      withdrawn: { label: '已撤回', tone: 'closed' },
    }),
    answerer: person('答复人', { column: 'answerer_id', write: 'server', show: 'detail' }),
    answeredAt: datetime('答复时间', { dropAt: 1 }),
    answer: secret('答复', { max: 2000, write: 'server', multiline: true }),
    isMine: computed('我提出的', z.boolean()),
    mayAnswer: computed('可以答复', z.boolean(), { show: 'detail' }),
  },
  name: 'title',
  list: {
    columns: ['asker', 'org', 'createdAt', 'answeredAt', 'status'],
    filters: ['status', 'createdAt'],
    /** mine: created by the caller; others: tickets that the caller may answer; default: both. */
    extraFilters: { box: { label: '范围', options: { mine: '我提出的', others: '他人提出的' } } },
    search: ['title'],
    order: ['-createdAt'],
  },
  form: ['title', 'text', 'files'],
  detail: ['text', 'page', 'files', 'answerer', 'answeredAt', 'answer'],
})
export interface TicketForm extends CreateOf<typeof ticket> {}

const id = z.object({ id: idOf('support-ticket') })
export const answerForm = id.extend({ text: z.string().trim().min(1, '请填写答复').max(2000, '答复不超过2000字') })
export type AnswerForm = z.output<typeof answerForm>

const route = routesOf(manifest)
export const supportApi = {
  ...entityRoutes(ticket, { path: '/api/support', actions: ['list', 'get', 'create'] }),
  answer: route({
    method: 'POST',
    path: '/api/support/answer',
    title: '答复反馈',
    access: 'support.answer',
    body: answerForm,
    data: id,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/support/withdraw',
    title: '撤回反馈',
    access: 'staff',
    body: id,
    data: id,
  }),
}
