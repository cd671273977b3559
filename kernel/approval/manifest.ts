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
      path: '',
      title: '审批',
      permission: 'staff',
      help: 'approval',
      icon: 'audit',
      isOnPhone: true,
      tile: { about: '处理待我审批，查看我发起的申请', sort: 4 },
      states: ['?tab=mine'],
    },
    {
      path: 'flows',
      title: '流程设置',
      permission: 'flow.manage',
      help: 'flows',
      group: 'systemSet',
      sort: 6,
      icon: 'branches',
    },
    {
      path: 'approvals',
      title: '审批设置',
      permission: 'staff',
      help: 'approval-settings',
      base: 'personal',
      groupTitle: '个人中心',
      icon: 'audit',
      shape: 'form',
      isOnPhone: true,
    },
  ],
  web: {
    phoneCards: [{ id: 'approvals', audience: 'staff', sort: 2, height: 60 }],
  },
})
