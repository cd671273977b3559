import type { WebModule } from '#packages/web/core/module.ts'

export default {
  sections: {
    'schooling:Classes': [
      {
        id: 'class-week',
        permission: 'timetable.read',
        tab: 'teaching',
        load: () => import('./components/class-week.tsx'),
      },
    ],
  },
  cards: {
    'today-lessons': {
      shape: async (client) => (await import('./board-queries.ts')).getTodayLessonsShape(client),
      load: () => import('./components/today-lessons-card.tsx'),
    },
  },
} satisfies WebModule
