import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/overview.tsx'),
    timetable: () => import('./pages/timetable.tsx'),
    rules: () => import('./pages/rules.tsx'),
    hours: () => import('./pages/hours.tsx'),
    professions: () => import('./pages/professions.tsx'),
    permission: () => import('./pages/permission.tsx'),
  },
} satisfies WebModule
