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
  },
  pages: [
    {
      path: 'securityEvents',
      title: '安全事件',
      permission: 'security-event.read',
      help: 'security-events',
      icon: 'safety',
    },
  ],
})
