import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/records.tsx'),
    today: () => import('./pages/today.tsx'),
    mine: () => import('./pages/mine.tsx'),
    statistics: () => import('./pages/statistics.tsx'),
  },
} satisfies WebModule
