import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'developer',
  title: '开放平台',
  group: 'developer',
  permissions: {
    'developer.manage': {
      title: '管理开发者',
      defaultFor: { 'district-admin': 'district', 'district-office': 'district' },
    },
  },
  pages: [
    {
      path: 'developerManagement',
      title: '开发者管理',
      permission: 'developer.manage',
      help: 'developers',
      sort: 1,
      icon: 'team',
    },
  ],
})
