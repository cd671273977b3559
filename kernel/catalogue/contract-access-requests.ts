import { z } from 'zod'
import { dayRange, enumOf, idOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { appKey } from './contract-applications.ts'
import { appRequestForm, requestStatuses } from './contract-app-centre.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

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

const accessRequest = z.object({
  id: idOf('access-request'),
  kind: z.enum(['application', 'page']),
  name: z.string(),
  /** The permission or grant that is required. */
  needs: z.string(),
  askedBy: z.string(),
  orgName: z.string(),
  requestedAt: z.iso.datetime(),
  reason: z.string(),
  status: enumOf(requestStatuses),
  reply: z.string(),
  /** The role that was granted, if any. */
  roleName: z.string(),
  decidedBy: z.string(),
  decidedAt: z.iso.datetime().nullable(),
})
export type AccessRequest = z.output<typeof accessRequest>

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

export const accessRequestApi = {
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
  accessRequests: route({
    method: 'GET',
    path: '/api/app/accessRequests',
    title: '权限申请列表',
    access: 'app.grant',
    query: z.object({
      ...pageQuery.shape,
      ...dayRange.shape,
      status: z.enum(['', ...enumOf(requestStatuses).options]).default(''),
    }),
    data: pageOf(accessRequest),
  }),
  accessChoices: route({
    method: 'GET',
    path: '/api/app/accessChoices',
    title: '权限申请可授予的内容',
    access: 'app.grant',
    query: z.object({ id }),
    data: accessChoices,
  }),
  decideAccessRequest: route({
    method: 'POST',
    path: '/api/app/decideAccess',
    title: '处理权限申请',
    access: 'app.grant',
    body: z.object({
      id,
      isAgreed: z.boolean(),
      roleId: idOf('role').nullable(),
      reply: z.string().trim().max(200, '答复不超过200字'),
    }),
    data: z.null(),
  }),
}
