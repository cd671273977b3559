import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'sheet',
  title: '导入导出',
  group: 'baseData',
  permissions: {
    'data.export': {
      title: '导出数据',
      teachingAreas: { student: ['export'], profession: ['export'] },
      defaultFor: {
        'district-admin': 'district',
        'district-office': 'district',
        'school-admin': 'org-tree',
        head: 'org-tree',
        hr: 'org-tree',
        // These roles may export grants; they see no personal data that could be exported.
        'security-admin': 'district',
        auditor: 'district',
      },
    },
    'export.sensitive': {
      title: '导出完整证件号和电话',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', hr: 'org-tree' },
    },
    'export.watch': {
      title: '查看完整号码导出概况',
      defaultFor: {
        'district-admin': 'district',
        'school-admin': 'org-tree',
        'security-admin': 'district',
        auditor: 'district',
      },
    },
    'export.approve': {
      title: '审批数据导出',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', head: 'org-tree' },
    },
  },
  pages: [
    // The import target declares the permission: organisations, staff.
    { path: 'Import', title: '导入', permission: 'staff', help: 'import', isOffMenu: true, icon: 'import' },
    {
      path: 'Exports',
      title: '导出记录',
      permission: 'data.export',
      help: 'exports',
      sort: 13,
      section: 'records',
      icon: 'download',
      tile: { about: '数据导出与审批记录', sort: 12 },
    },
  ],
  web: {
    cards: [
      {
        id: 'whole-exports',
        title: '完整号码导出',
        permission: 'export.watch',
        columns: 3,
        startsRow: true,
        sort: 61,
        placeholderHeight: 188,
      },
    ],
    sheets: { importUrl: '/baseData/Import', exportPermission: 'data.export' },
  },
})
