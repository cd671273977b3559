import { z } from 'zod'
import { dayRange, enumOf, labels, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

export const securityEventKinds = labels({
  forbidden: { label: '越权操作', tone: 'error' },
  'not-found': { label: '访问范围外的数据', tone: 'warning' },
  'wrong-code': { label: '二次验证错误', tone: 'warning' },
  'too-many': { label: '操作过于频繁', tone: 'warning' },
  'number-probe': { label: '号码试探', tone: 'error' },
})
export type SecurityEventKind = keyof typeof securityEventKinds

const securityEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: enumOf(securityEventKinds),
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
      kind: enumOf(securityEventKinds).optional(),
      keyword: z.string().trim().max(60).default(''),
      ...dayRange.shape,
    }),
    data: pageOf(securityEvent),
  }),
}
