import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

// This file is part of the shell, so dialogs are loaded lazily.
const LazyAccessSheet = lazy(() => import('./components/access-sheet.tsx'))

/** Requests access to a page or an application for the caller. */
export const AccessSheet = (props: ComponentProps<typeof LazyAccessSheet>) =>
  createElement(Suspense, null, createElement(LazyAccessSheet, props))

export default defineWebModule({
  manifest,
  pages: {
    appSupermarket: () => import('./pages/app-centre.tsx'),
    Requests: () => import('./pages/access-requests.tsx'),
    AppAuthorize: () => import('./pages/app-authorize.tsx'),
    useManagement: () => import('./pages/use-management.tsx'),
  },
  actions: {
    'catalogue:useManagement': [
      {
        id: 'sort',
        label: '排序',
        permission: 'app.audit',
        run: async () => (await import('./components/manage/sort-dialog.tsx')).openSortDialog(),
      },
    ],
  },
  cards: [
    {
      id: 'recent-applications',
      title: '最近使用',
      columns: 6,
      sort: 45,
      placeholderHeight: 150,
      shape: async (client) => (await import('./recent-card-shape.ts')).getRecentCardShape(client),
      load: () => import('./components/recent-card.tsx'),
    },
  ],
  palette: [
    {
      id: 'applications',
      title: '应用',
      permission: 'staff',
      sort: 60,
      search: async (keyword, signal) => (await import('./find-applications.ts')).findApplications(keyword, signal),
    },
  ],
  quickAccess: { load: () => import('./components/quick-access.tsx') },
})
