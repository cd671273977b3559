import { z } from 'zod'
import {
  choice,
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  labels,
  organisation,
  person,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

export const signInWays = labels({
  password: '密码',
  sms: '短信',
  qr: '二维码',
  dingtalk: '钉钉',
  transfer: '其他系统',
  switch: '切换单位',
  application: '打开应用',
})

export const signInResults = labels({
  entered: { label: '成功', tone: 'success' },
  'code-needed': { label: '等待二次验证', tone: 'info' },
  'wrong-password': { label: '密码错误', tone: 'error' },
  'wrong-code': { label: '验证码错误', tone: 'error' },
  locked: { label: '账号锁定', tone: 'error' },
  disabled: { label: '账号停用', tone: 'error' },
  refused: { label: '被拒绝', tone: 'error' },
})

const endCauses = labels({
  logout: '主动退出',
  timeout: '超时',
  kicked: '踢出',
  password: '修改密码',
  unbound: '解除绑定',
  disabled: '停用账号',
  transferred: '调动',
  replaced: '切换单位',
})
export type SessionEndCause = keyof typeof endCauses

/** Why an administrator ended the session of somebody else. A choice, because people write names into texts. */
export const kickReasons = labels({
  misuse: '疑似他人使用',
  lost: '设备遗失',
  shared: '账号借用',
  left: '人员离岗',
  other: '其他',
})
export type KickReason = keyof typeof kickReasons

/** A sign-in or a refused attempt, and how its session ended. */
export const signInRecord = entitiesOf(manifest)('sign-in-record', {
  title: '登录日志',
  measure: '条',
  versioned: false,
  access: { read: 'login-log.read' },
  scope: { org: 'org' },
  fields: {
    person: person('人员', { column: 'person_id', write: 'server', width: 96 }),
    way: choice('方式', signInWays, { write: 'server', width: 96 }),
    result: status('结果', signInResults, { width: 128 }),
    createdAt: datetime('登录时间', { column: 'at', required: true, width: 176 }),
    address: text('IP地址', { max: 45, write: 'server', width: 136 }),
    // From where somebody came is read first; when and by whom it ended is in the details too.
    device: computed('设备', z.string(), { width: 184, dropAt: 1 }),
    org: organisation('单位', { column: 'org_id', write: 'server', width: 176, dropAt: 4 }),
    endedAt: datetime('退出时间', { width: 176, dropAt: 2 }),
    endCause: choice('退出原因', endCauses, { write: 'server', width: 104 }),
    endedBy: person('操作人', { column: 'ended_by_id', write: 'server', width: 96, dropAt: 3 }),
    endReason: choice('踢出理由', kickReasons, { write: 'server', width: 128, dropAt: 5 }),
    sessionId: text('会话', { max: 36, write: 'server', width: 128, dropAt: 6 }),
    agent: text('浏览器标识', { max: 1000, write: 'server', show: 'detail' }),
    requestId: text('请求编号', { max: 36, write: 'server', show: 'detail' }),
  },
  name: 'person',
  list: {
    columns: [
      'way',
      'result',
      'createdAt',
      'address',
      'device',
      'org',
      'endedAt',
      'endCause',
      'endedBy',
      'endReason',
      'sessionId',
    ],
    filters: ['createdAt', 'result', 'way', 'endCause'],
    search: ['person', 'address'],
    order: ['-createdAt'],
  },
  form: [],
  export: { permission: 'log.export', isOfPeople: false, needsReason: '请填写导出原因' },
  detail: [
    'org',
    'way',
    'result',
    'createdAt',
    'address',
    'device',
    'endedAt',
    'endCause',
    'endedBy',
    'endReason',
    'sessionId',
    'requestId',
    'agent',
  ],
})
export interface SignInRecord extends RowOf<typeof signInRecord> {}

export const signInRecordApi = entityRoutes(signInRecord, {
  path: '/api/logs',
  actions: ['list', 'get'],
  paths: { list: '/api/logs/loginPage', get: '/api/logs/loginDetail' },
})
