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
  ],
})
