import { defineModule } from '#packages/contract'

const page = { kind: 'platform' } as const

export const manifest = defineModule({
  key: 'platform',
  title: '平台管理',
  permissions: {},
  pages: [],
  web: {
    outsidePages: [
      { ...page, address: '/platform/districts', title: '地区', help: 'platform-districts', icon: 'bank', sort: 1 },
      {
        ...page,
        address: '/platform/catalogue',
        title: '应用目录',
        help: 'platform-catalogue',
        icon: 'appstore',
        sort: 2,
      },
      {
        ...page,
        address: '/platform/constants',
        title: '平台常量',
        help: 'platform-catalogue',
        icon: 'database',
        sort: 3,
      },
      {
        ...page,
        address: '/platform/administrators',
        title: '平台管理员',
        help: 'platform-administrators',
        icon: 'safety-certificate',
        sort: 5,
      },
      { ...page, address: '/platform/log', title: '操作日志', help: 'platform-log', icon: 'file-search', sort: 6 },
      { ...page, address: '/platform/account', title: '账号安全', help: 'platform', icon: 'lock', sort: 90 },
    ],
  },
})
