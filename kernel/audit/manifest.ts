import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'audit',
  title: '日志',
  group: 'logMmanagement',
  permissions: {
    'security-event.read': {
      title: '查看安全事件',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', auditor: 'district' },
    },
    'login-log.read': {
      title: '查看登录日志',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org', auditor: 'district' },
    },
    'api-log.read': {
      title: '查看API调用日志',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', auditor: 'district' },
    },
    'operation-log.read': {
      title: '查看用户操作日志',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', auditor: 'district', 'school-admin': 'org' },
    },
    'identity-log.read': {
      title: '查看身份认证调整日志',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', auditor: 'district', 'school-admin': 'org' },
    },
    'log.export': {
      title: '导出日志',
      duty: 'log',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', auditor: 'district' },
    },
    'log.verify': {
      title: '校验日志',
      duty: 'log',
      defaultFor: { 'district-admin': 'district', auditor: 'district' },
    },
  },
  metrics: {
    'login.entered': {
      title: '登录',
      unit: '次',
      kind: 'sum',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天成功登录的次数，不含切换单位和打开应用。',
      drill: 'loginLog?result=entered',
    },
    'login.users': {
      title: '登录人数',
      unit: '人',
      kind: 'distinct',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天成功登录的不同人数。',
      drill: 'loginLog?result=entered',
    },
    'login.refused': {
      title: '登录失败',
      unit: '%',
      kind: 'rate',
      grain: 'org',
      exposure: 'P2',
      freshness: 'day',
      note: '当天的登录中被拒绝的比例；等待二次验证的不计。',
      drill: 'loginLog',
    },
  },
  pages: [
    { path: 'loginLog', title: '登录日志', permission: 'login-log.read', help: 'login-log', icon: 'login' },
    { path: 'APICall', title: 'API调用日志', permission: 'api-log.read', help: 'api-calls', icon: 'api' },
    {
      path: 'securityEvents',
      title: '安全事件',
      permission: 'security-event.read',
      help: 'security-events',
      icon: 'safety',
    },
    {
      path: 'operationLogs',
      title: '用户操作日志',
      permission: 'operation-log.read',
      help: 'operation-logs',
      icon: 'file-search',
    },
    {
      path: 'IdentityAuthenticationLog',
      title: '身份认证调整日志',
      permission: 'identity-log.read',
      help: 'identity-log',
      icon: 'idcard',
    },
    { path: 'logSeals', title: '日志校验', permission: 'log.verify', help: 'log-seals', icon: 'safety-certificate' },
  ],
})
