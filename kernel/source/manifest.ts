import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'source',
  title: '数据源',
  group: 'systemSet',
  permissions: {
    'source.read': { title: '查看数据源', defaultFor: { 'district-admin': 'district', auditor: 'district' } },
    'source.edit': { title: '维护数据源', needsTwoFactors: true, defaultFor: { 'district-admin': 'district' } },
    'source.query': {
      title: '预览数据源中的数据',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district' },
    },
  },
  pages: [
    {
      path: 'dataSource',
      title: '数据源管理',
      permission: 'source.read',
      help: 'data-sources',
      sort: 6,
      icon: 'database',
    },
  ],
})
