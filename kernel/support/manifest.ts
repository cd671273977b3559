import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'support',
  title: '问题反馈',
  permissions: {
    'support.answer': {
      title: '答复问题反馈',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
  },
  pages: [{ path: '', title: '问题反馈', permission: 'staff', help: 'support', icon: 'customer-service' }],
})
