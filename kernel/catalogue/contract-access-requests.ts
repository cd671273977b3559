import { z } from 'zod'
import {
  choice,
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  idOf,
  organisation,
  owner,
  person,
  reference,
  routesOf,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { appKey } from './contract-applications.ts'
import { appRequestForm, requestReply, requestStates } from './contract-app-requests.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const role = reference('role', 'v_role')

/** The target of an access request: an application by its key, or a page by its address. */
const accessTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('application'), target: appKey }),
  z.object({ kind: z.literal('page'), target: z.string().startsWith('/').max(200) }),
])
export type AccessTarget = z.output<typeof accessTarget>

const accessFacts = z.object({
  /** Who may use the target, one line per group. */
  openTo: z.array(z.string()),
  /** The permission or grant that is required. */
  needs: z.string(),
  /** How to get access when a request is not possible. */
  note: z.string(),
  canRequest: z.boolean(),
  /** The caller already has a pending request. */
  isRequested: z.boolean(),
  /** The people who decide. The phone is that of the office, never a private number. */
  people: z.array(z.object({ name: z.string(), orgName: z.string(), phone: z.string() })),
})
export type AccessFacts = z.output<typeof accessFacts>

/** Staff request an application or a page. */
export const accessRequest = entitiesOf(manifest)('access-request', {
  title: '权限申请',
  measure: '条',
  versioned: false,
  access: { read: 'app.grant' },
  scope: { org: 'org' },
  fields: {
    asker: person('申请人', {
      column: 'requested_by',
      write: 'server',
      set: 'personId',
      required: true,
      width: 120,
    }),
    userId: owner(),
    kind: choice('类型', { application: '应用', page: '功能' }, { required: true, write: 'create' }),
    /** The key of the application, or the address of the page. */
    target: text('对象', { max: 200, required: true, show: 'none', write: 'create' }),
    name: computed('申请使用', z.string(), { width: 160 }),
    /** The permission or grant that is required. */
    needs: computed('所需权限', z.string(), { width: 140, dropAt: 4 }),
    org: organisation('单位', { column: 'org_id', write: 'server', set: 'orgId', required: true, dropAt: 3 }),
    reason: text('用途', { max: 200, required: true, write: 'create', width: 200, dropAt: 1 }),
    createdAt: datetime('申请时间', { column: 'requested_at', required: true, dropAt: 2 }),
    decidedAt: datetime('处理时间', { show: 'detail' }),
    /** The role that an approver chose; it is granted with the approval. */
    roleId: role('角色', { write: 'server', show: 'none' }),
    roleName: computed('授予角色', z.string(), { dropAt: 5 }),
    /** Who decided, with the opinion; before, who has to. */
    decision: computed('处理', z.string(), { show: 'detail' }),
    mayDecide: computed('可以处理', z.boolean()),
    status: status('状态', requestStates),
  },
  name: 'asker',
  list: {
    columns: ['name', 'needs', 'org', 'reason', 'createdAt', 'roleName', 'status'],
    filters: ['status', 'createdAt'],
    search: ['asker', 'reason'],
    // Pending requests first, the oldest first; then decided ones, the latest first.
    order: ['-decidedAt', 'createdAt'],
  },
  form: [],
  detail: ['needs', 'reason', 'createdAt', 'roleName', 'decision', 'decidedAt'],
  unique: [{ constraint: 'access_request_once', message: '您已申请，请等待处理' }],
})
export interface AccessRequest extends RowOf<typeof accessRequest> {}

const accessChoices = z.object({
  /** Whether a role has to be chosen; otherwise the application is granted to the person. */
  needsRole: z.boolean(),
  /**
   * Roles that include the requested access and that the caller may grant, with their other permissions; the smallest
   * first.
   */
  roles: z.array(z.object({ id: idOf('role'), name: z.string(), orgName: z.string(), gains: z.array(z.string()) })),
  /** How many people may use the application before and after the approval. */
  people: z.object({ before: z.int(), after: z.int() }).nullable(),
})
export type AccessChoices = z.output<typeof accessChoices>

const id = idOf('access-request')

export const accessFactsApi = {
  accessFacts: route({
    method: 'GET',
    path: '/api/app/accessFacts',
    title: '应用或页面的开放对象',
    access: 'staff',
    query: z.object({ kind: z.enum(['application', 'page']), target: z.string().min(1).max(200) }),
    data: accessFacts,
  }),
  requestAccess: route({
    method: 'POST',
    path: '/api/app/askAccess',
    title: '申请权限',
    access: 'staff',
    body: z.object({ accessTarget, ...appRequestForm.shape }),
    data: z.null(),
  }),
}

/** The requests, for those who decide about them. */
export const accessRequestApi = {
  ...entityRoutes(accessRequest, { path: '/api/app/accessRequests', actions: ['list', 'get'] }),
  choices: route({
    method: 'GET',
    path: '/api/app/accessChoices',
    title: '权限申请可授予的内容',
    access: 'app.grant',
    query: z.object({ id }),
    data: accessChoices,
  }),
  decide: route({
    method: 'POST',
    path: '/api/app/decideAccess',
    title: '处理权限申请',
    access: 'app.grant',
    body: z.object({
      id,
      isAgreed: z.boolean(),
      roleId: idOf('role').nullable(),
      reply: requestReply,
    }),
    data: z.null(),
  }),
}
