import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'setting',
  title: '组织设置',
  group: 'systemSet',
  permissions: {
    'setting.read': {
      title: '查看组织设置',
      defaultFor: { 'district-admin': 'district', auditor: 'district', 'school-admin': 'org-tree', head: 'org-tree' },
    },
    'setting.edit': {
      title: '修改组织设置',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
    // Locking keys for those below, pushing settings to schools, and comparing schools.
    'setting.push': {
      title: '锁定和下发组织设置',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district' },
    },
  },
  pages: [
    {
      path: 'Setting',
      title: '组织设置',
      permission: 'setting.read',
      help: 'settings',
      sort: 5,
      icon: 'setting',
      states: ['?type=login'],
    },
  ],
})
