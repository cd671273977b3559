import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    developerManagement: () => import('./pages/developer-management.tsx'),
    dataCollectManagement: () => import('./pages/data-collect.tsx'),
    applicationData: () => import('./pages/application-data.tsx'),
    applicationDataDetail: () => import('./pages/application-data-detail.tsx'),
  },
  drillDownLists: { applicationDataDetail: () => import('./components/usage-drill-down-list.tsx') },
} satisfies WebModule
