import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    dataBoard: () => import('./pages/data-board.tsx'),
    dataStatistics: () => import('./pages/data-statistics.tsx'),
  },
  cards: {
    'key-figures': {
      shape: async (client) => (await import('./figure-queries.ts')).getKeyFiguresShape(client, 'day'),
      load: () => import('./components/day-figures.tsx'),
    },
    'open-exceptions': {
      shape: async (client) => (await import('./figure-queries.ts')).getOpenExceptionsShape(client),
      load: () => import('./components/open-exceptions.tsx'),
    },
    usage: {
      shape: async (client) => (await import('./figure-queries.ts')).getKeyFiguresShape(client, 'usage'),
      load: () => import('./components/usage.tsx'),
    },
    'class-attendance': {
      shape: async (client) => (await import('./figure-queries.ts')).getClassAttendanceShape(client),
      load: () => import('./components/class-attendance.tsx'),
    },
    matrix: {
      shape: async (client) => (await import('./figure-queries.ts')).getMatrixShape(client),
      load: () => import('./components/school-matrix.tsx'),
    },
  },
} satisfies WebModule
