import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'approval',
  title: '审批',
  permissions: {
    'flow.manage': {
      title: '设置和管理审批流程',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree' },
    },
  },
  pages: [
    {
      path: 'flows',
      title: '流程设置',
      permission: 'flow.manage',
      help: 'flows',
      group: 'systemSet',
      sort: 6,
      icon: 'branches',
    },
  ],
})
