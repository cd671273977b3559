import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/my-leave.tsx'),
    calendar: () => import('./pages/leave-calendar.tsx'),
    overtime: () => import('./pages/overtime.tsx'),
    records: () => import('./pages/records.tsx'),
    summary: () => import('./pages/summary.tsx'),
    balances: () => import('./pages/balances.tsx'),
    statistics: () => import('./pages/statistics.tsx'),
    types: () => import('./pages/types.tsx'),
  },
  cards: {
    'leave-today': {
      shape: async (client) => (await import('./board-queries.ts')).getTodayCardShape(client),
      load: () => import('./components/today-card.tsx'),
    },
    'leave-today-units': {
      shape: async (client) => (await import('./board-queries.ts')).getUnitsCardShape(client),
      load: () => import('./components/today-units-card.tsx'),
    },
  },
  controls: { 'leave-type': () => import('./components/leave-type-picker.tsx') },
} satisfies WebModule
