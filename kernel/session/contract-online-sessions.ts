import { z } from 'zod'
import {
  choice,
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  enumOf,
  idOf,
  organisation,
  person,
  routesOf,
  text,
  type RowOf,
} from '#packages/contract'
import { kickReasons, signInWays } from '#kernel/audit/contract.ts'
import { manifest } from './manifest.ts'

/** A session that can be used now. */
export const onlineSession = entitiesOf(manifest)('online-session', {
  title: '在线会话',
  measure: '个',
  versioned: false,
  access: { read: 'session.end' },
  scope: { org: 'org' },
  fields: {
    person: person('人员', { column: 'person_id', write: 'server', required: true, width: 96 }),
    device: computed('设备', z.string(), { width: 200 }),
    address: text('IP地址', { max: 45, write: 'server', width: 136 }),
    way: choice('登录方式', signInWays, { write: 'server', width: 96 }),
    createdAt: datetime('登录时间', { required: true, width: 176 }),
    seenAt: datetime('最近使用', { required: true, width: 176 }),
    org: organisation('单位', { column: 'org_id', write: 'server', required: true, width: 176, dropAt: 1 }),
    agent: text('浏览器', { max: 1000, write: 'server', show: 'none' }),
  },
  name: 'person',
  list: {
    columns: ['device', 'address', 'way', 'createdAt', 'seenAt', 'org'],
    filters: ['way', 'seenAt'],
    search: ['person', 'address'],
    order: ['-seenAt'],
  },
  form: [],
})
export interface OnlineSession extends RowOf<typeof onlineSession> {}

export const kickForm = z.object({
  sessionId: idOf('session'),
  reason: enumOf(kickReasons, '请选择踢出理由'),
})

const route = routesOf(manifest)
export const onlineSessionApi = {
  ...entityRoutes(onlineSession, {
    path: '/api/logs',
    actions: ['list'],
    paths: { list: '/api/logs/onlineSessions' },
  }),
  kick: route({
    method: 'POST',
    path: '/api/logs/kick',
    title: '踢出会话',
    access: 'session.end',
    body: kickForm,
    data: z.null(),
  }),
}
