import { defineModule } from '#packages/contract'

const running = { 'district-admin': 'district', 'school-admin': 'org-tree' } as const

export const manifest = defineModule({
  key: 'catalogue',
  title: '应用',
  group: 'systemSet',
  permissions: {
    'app.read': {
      title: '查看应用登记',
      defaultFor: { ...running, 'security-admin': 'district', auditor: 'district' },
    },
    'app.edit': { title: '登记和维护应用', defaultFor: running },
    'app.audit': { title: '审核应用', defaultFor: { 'district-admin': 'district' } },
    // More people may review grants than may make them.
    'app.review': {
      title: '查看应用授权',
      defaultFor: { ...running, 'security-admin': 'district', auditor: 'district' },
    },
    'app.grant': {
      title: '应用授权',
      duty: 'grant',
      needsTwoFactors: true,
      defaultFor: { ...running, 'security-admin': 'district' },
    },
  },
  pages: [
    {
      path: 'appSupermarket',
      base: 'dataCentre',
      title: '应用中心',
      permission: 'staff',
      help: 'app-centre',
      icon: 'appstore',
      shape: 'tiles',
      states: ['?q=xs'],
    },
    {
      path: 'AppAuthorize',
      title: '应用授权管理',
      permission: 'app.review',
      help: 'app-grants',
      sort: 2,
      icon: 'key',
      states: ['?tab=object', '?tab=requests', '?tab=auditors'],
    },
    {
      path: 'Requests',
      title: '权限申请',
      permission: 'app.grant',
      help: 'access-requests',
      sort: 7,
      icon: 'user-add',
      tile: { about: '处理同事的权限申请', sort: 15 },
    },
    {
      path: 'useManagement',
      group: 'developer',
      title: '应用管理',
      permission: 'app.read',
      help: 'applications',
      sort: 2,
      icon: 'appstore-add',
      states: ['?fill=new'],
    },
  ],
  web: {
    cards: [
      { id: 'recent-applications', title: '最近使用', columns: 6, sort: 45, placeholderHeight: 150, hasShape: true },
    ],
    palette: [{ id: 'applications', title: '应用', permission: 'staff', sort: 60 }],
    hasQuickAccess: true,
    phoneCards: [
      { id: 'applications', audience: 'both', sort: 6 },
      { id: 'applications', audience: 'staff', tab: 'apps', sort: 1 },
    ],
  },
})
