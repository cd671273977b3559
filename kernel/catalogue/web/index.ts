import { createElement, lazy, Suspense, type ComponentProps } from 'react'
import type { WebModule } from '#packages/web/core/module.ts'

// Every part of the module loads this file, so dialogs are loaded lazily.
const LazyAccessSheet = lazy(() => import('./components/access-sheet.tsx'))

/** Requests access to a page or an application for the caller. */
export const AccessSheet = (props: ComponentProps<typeof LazyAccessSheet>) =>
  createElement(Suspense, null, createElement(LazyAccessSheet, props))

export default {
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
  cards: {
    'recent-applications': {
      shape: async (client) => (await import('./recent-card-shape.ts')).getRecentCardShape(client),
      load: () => import('./components/recent-card.tsx'),
    },
  },
  palette: {
    applications: async (keyword, signal) => (await import('./find-applications.ts')).findApplications(keyword, signal),
  },
  quickAccess: () => import('./components/quick-access.tsx'),
} satisfies WebModule
