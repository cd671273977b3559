import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    dataBoard: () => import('./pages/data-board.tsx'),
    dataStatistics: () => import('./pages/data-statistics.tsx'),
  },
} satisfies WebModule
