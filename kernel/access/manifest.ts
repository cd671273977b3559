import { defineModule } from '#packages/contract'

const administratorScopes = { 'district-admin': 'district', 'school-admin': 'org-tree' } as const

export const manifest = defineModule({
  key: 'access',
  title: '权限',
  group: 'systemSet',
  permissions: {
    'org.appoint': { title: '任免机构管理员', duty: 'grant', needsTwoFactors: true, defaultFor: administratorScopes },
    'role.read': {
      title: '查看角色和权限',
      defaultFor: { ...administratorScopes, 'security-admin': 'district', auditor: 'district' },
    },
    'role.edit': {
      title: '维护角色',
      duty: 'grant',
      needsTwoFactors: true,
      defaultFor: { ...administratorScopes, 'security-admin': 'district' },
    },
    'role.assign': {
      title: '分配角色',
      teachingAreas: { permission: ['edit'] },
      duty: 'grant',
      needsTwoFactors: true,
      defaultFor: { ...administratorScopes, 'security-admin': 'district' },
    },
    // For security administrators, who grant permissions without having them; never for their own membership.
    'role.grant-any': {
      title: '授予本人没有的权限',
      duty: 'grant',
      needsTwoFactors: true,
      defaultFor: { 'security-admin': 'district' },
    },
  },
  pages: [
    { path: 'Role', title: '角色管理', permission: 'role.read', help: 'roles', sort: 3, icon: 'safety-certificate' },
    {
      path: 'Access',
      title: '权限查询',
      permission: 'role.read',
      help: 'access-mirror',
      sort: 4,
      icon: 'audit',
      states: ['?ask=why'],
    },
  ],
  web: {
    extendedPages: ['org:Orgs', 'staff:User'],
    controls: ['role'],
    cards: [
      { id: 'role-changes', title: '权限变更', permission: 'role.read', columns: 3, sort: 62, placeholderHeight: 188 },
      {
        id: 'revealers',
        title: '可查看完整号码',
        permission: 'role.read',
        columns: 3,
        sort: 63,
        placeholderHeight: 188,
      },
    ],
  },
})
