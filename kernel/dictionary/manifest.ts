import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'dictionary',
  title: '常量',
  group: 'systemSet',
  permissions: {
    'const.read': {
      title: '查看常量',
      defaultFor: { 'district-admin': 'district', auditor: 'district', 'school-admin': 'org-tree' },
    },
    'const.edit': {
      title: '维护常量',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
  },
  pages: [
    { path: 'Constant', title: '常量维护', permission: 'const.read', help: 'constants', sort: 1, icon: 'ordered-list' },
  ],
})
