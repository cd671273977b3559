import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: {
    appSupermarket: () => import('./pages/app-centre.tsx'),
    AppAuthorize: () => import('./pages/app-authorize.tsx'),
    useManagement: () => import('./pages/use-management.tsx'),
  },
  actions: {
    'catalogue:useManagement': [
      {
        ...{ id: 'sort', label: '排序', permission: 'app.audit' },
        run: async () => (await import('./components/manage/sort-dialog.tsx')).openSorting(),
      },
    ],
  },
  cards: [
    {
      id: 'recent-applications',
      title: '最近使用',
      columns: 6,
      sort: 80,
      load: () => import('./components/recent-card.tsx'),
    },
  ],
  palette: [
    {
      ...{ id: 'applications', title: '应用', permission: 'staff' },
      search: async (words, signal) => (await import('./palette.ts')).findApplications(words, signal),
    },
  ],
  quickAccess: { load: () => import('./components/quick-access.tsx') },
})
