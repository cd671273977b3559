import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'session',
  title: '登录',
  permissions: {
    'login.watch': {
      title: '查看新设备登录',
      defaultFor: {
        'district-admin': 'district',
        'school-admin': 'org-tree',
        'security-admin': 'district',
        auditor: 'district',
      },
    },
  },
  web: {
    cards: [
      {
        id: 'new-devices',
        title: '新设备登录',
        permission: 'login.watch',
        columns: 3,
        sort: 64,
        placeholderHeight: 188,
      },
    ],
  },
})
