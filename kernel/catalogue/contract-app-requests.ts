import { z } from 'zod'
import {
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  idOf,
  labels,
  organisation,
  person,
  routesOf,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

export const requestStates = labels({
  waiting: { label: '待处理', tone: 'warning', next: ['agreed', 'refused', 'withdrawn'] },
  agreed: { label: '已同意', tone: 'success' },
  refused: { label: '已驳回', tone: 'closed' },
  withdrawn: { label: '已撤回', tone: 'closed' },
})

/** The reason of a request, as its form asks for it. */
export const appRequestForm = z.object({
  reason: z.string().trim().min(1, '请填写用途').max(200, '用途不超过200字'),
})
export type AppRequestForm = z.output<typeof appRequestForm>
export const requestReply = z.string().trim().max(200, '答复不超过200字')

export const pendingRequestMessage = '本单位已申请，请等待处理'

/** A school requests an application. */
export const appRequest = entitiesOf(manifest)('app-request', {
  title: '开通申请',
  measure: '条',
  versioned: false,
  access: { read: 'app.review' },
  scope: { org: 'org' },
  fields: {
    name: computed('应用', z.string()),
    key: text('应用', { column: 'app_key', max: 64, show: 'none', write: 'create' }),
    org: organisation('单位', { column: 'org_id', write: 'server', set: 'orgId', required: true, width: 176 }),
    asker: person('申请人', {
      column: 'requested_by',
      write: 'server',
      set: 'personId',
      required: true,
      width: 96,
      dropAt: 3,
    }),
    reason: text('用途', { max: 200, required: true, write: 'create', width: 220, dropAt: 1 }),
    createdAt: datetime('申请时间', { column: 'requested_at', required: true, dropAt: 2 }),
    decidedAt: datetime('处理时间', { show: 'detail' }),
    /** Who decided, with the opinion; before, who has to. */
    decision: computed('处理', z.string(), { width: 160, dropAt: 4 }),
    mayDecide: computed('可以处理', z.boolean()),
    status: status('状态', requestStates),
  },
  name: 'name',
  list: {
    columns: ['org', 'asker', 'reason', 'createdAt', 'decision', 'status'],
    filters: ['status', 'createdAt'],
    search: ['asker', 'reason'],
    // Pending requests first, the oldest first; then decided ones, the latest first.
    order: ['-decidedAt', 'createdAt'],
  },
  form: [],
  detail: ['reason', 'createdAt', 'decision', 'decidedAt'],
  unique: [{ constraint: 'app_request_once', message: pendingRequestMessage }],
})
export interface AppRequest extends RowOf<typeof appRequest> {}

export const appRequestApi = {
  ...entityRoutes(appRequest, { path: '/api/app/requests', actions: ['list', 'get'] }),
  decide: routesOf(manifest)({
    method: 'POST',
    path: '/api/app/decideRequest',
    title: '处理开通申请',
    access: 'app.grant',
    body: z.object({ id: idOf('app-request'), isAgreed: z.boolean(), reply: requestReply }),
    data: z.null(),
  }),
}
