import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'handover',
  title: '工作交接',
  group: 'baseData',
  permissions: {
    'handover.manage': {
      title: '办理工作交接',
      needsTwoFactors: true,
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', hr: 'org-tree' },
    },
  },
  pages: [
    {
      path: 'Handover',
      title: '工作交接',
      permission: 'handover.manage',
      help: 'handover',
      sort: 4,
      section: 'people',
      icon: 'swap',
      tile: { about: '调动和离职前的工作交接', sort: 10 },
    },
  ],
  web: { extendedPages: ['staff:ChangeLog'] },
})
