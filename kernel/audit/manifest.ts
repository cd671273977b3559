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
  pages: [
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
