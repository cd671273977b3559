import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    today: () => import('./pages/today.tsx'),
    mine: () => import('./pages/mine.tsx'),
  },
} satisfies WebModule
