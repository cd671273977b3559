import type { PhoneModule } from '#packages/web/core/module.ts'

/** What families see of attendance: leave and the month of a child. */
export default {
  pages: {
    '/studentMain/leave': () => import('./phone/leave-page.tsx'),
    '/studentMain/attendance': () => import('./phone/attendance-page.tsx'),
  },
  cards: { leave: () => import('./phone/leave-card.tsx') },
} satisfies PhoneModule
