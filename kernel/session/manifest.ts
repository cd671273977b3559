import { defineModule } from '#packages/contract'

/** Pages about the signed-in user, linked from the user menu. */
const personalPage = {
  permission: 'staff',
  base: 'personal',
  groupTitle: '个人中心',
  shape: 'form',
} as const

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
  pages: [
    { path: 'info', title: '个人信息', icon: 'idcard', help: 'personal-info', ...personalPage },
    { path: 'password', title: '修改密码', icon: 'lock', help: 'password', ...personalPage },
    { path: 'devices', title: '登录设备', icon: 'laptop', help: 'devices', ...personalPage },
  ],
  web: {
    publicPages: ['/login', '/userLogin', '/developerLogin', '/transferLogin', '/qr'],
    phonePages: ['/studentMain/password', '/staffMain/switch', '/studentMain/picture'],
    phoneCards: [
      { id: 'family-profile', audience: 'both', tab: 'me', sort: 1 },
      { id: 'staff-profile', audience: 'staff', tab: 'me', sort: 1 },
    ],
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
