import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/roll.tsx'),
    unexplained: () => import('./pages/unexplained.tsx'),
    class: () => import('./pages/class.tsx'),
    records: () => import('./pages/records.tsx'),
    leave: () => import('./pages/leave.tsx'),
    statistics: () => import('./pages/statistics.tsx'),
  },
} satisfies WebModule
