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
  web: {
    publicPages: ['/developerRegister'],
    outsidePages: [
      { address: '/useApply', title: '我的应用', kind: 'developer', help: 'developer', icon: 'appstore', sort: 1 },
      {
        address: '/useApply/messages',
        title: '消息',
        kind: 'developer',
        help: 'developer',
        icon: 'notification',
        sort: 2,
      },
      { address: '/useApply/company', title: '企业信息', kind: 'developer', help: 'developer', icon: 'bank', sort: 3 },
      { address: '/platform/developers', title: '开发者', kind: 'platform', help: 'developer', icon: 'team', sort: 40 },
    ],
  },
})
