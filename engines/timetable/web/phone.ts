import type { PhoneModule } from '#packages/web/core/module.ts'

/** The lessons of today and of the week, for staff and for families. */
export default {
  pages: {
    '/staffMain/timetable': () => import('./phone/my-week-page.tsx'),
    '/studentMain/timetable': () => import('./phone/child-week-page.tsx'),
  },
  cards: {
    lessons: () => import('./phone/lessons-card.tsx'),
    'child-lessons': () => import('./phone/child-lessons-card.tsx'),
  },
} satisfies PhoneModule
