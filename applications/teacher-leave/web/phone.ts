import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '/application/TeacherAskForLeave': () => import('./phone/my-leave-page.tsx'),
    '/application/TeacherAskForLeave/calendar': () => import('./phone/leave-calendar-page.tsx'),
  },
  cards: { leave: () => import('./phone/leave-card.tsx') },
} satisfies PhoneModule
