import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/records.tsx'),
    statistics: () => import('./pages/statistics.tsx'),
  },
} satisfies WebModule
