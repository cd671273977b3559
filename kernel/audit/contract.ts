import { z } from 'zod'
import { dayRange, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

export const securityEventKinds = {
  forbidden: '越权操作',
  'not-found': '访问范围外的数据',
  'wrong-code': '二次验证错误',
  'too-many': '操作过于频繁',
  'number-probe': '号码试探',
} as const
export type SecurityEventKind = keyof typeof securityEventKinds
const kinds = Object.keys(securityEventKinds) as [SecurityEventKind, ...SecurityEventKind[]]

const securityEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(kinds),
  person: z.string(),
  orgName: z.string(),
  /** The title of the refused route; empty for the sum of many different ones. */
  title: z.string(),
  count: z.int(),
  address: z.string(),
  /** The session of the attempt; the sign-in log has the same id. */
  sessionId: z.uuid(),
})
export type SecurityEventRow = z.output<typeof securityEvent>

export const auditApi = {
  securityEvents: route({
    method: 'GET',
    path: '/api/log/securityEvents',
    title: '安全事件',
    access: 'security-event.read',
    query: pageQuery.extend({
      kind: z.enum(kinds).optional(),
      keyword: z.string().trim().max(60).default(''),
      ...dayRange.shape,
    }),
    data: pageOf(securityEvent),
  }),
}
