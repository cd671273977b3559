import type { PhoneModule } from '#packages/web/core/module.ts'

/** The home and other phone pages of pupils and guardians, and phone pages for teachers about their classes. */
export default {
  pages: {
    '/studentMain/index': () => import('./phone/home/student-main.tsx'),
    '/studentMain/bind': () => import('./phone/bind-page.tsx'),
    '/studentMain/consents': () => import('./phone/consents-page.tsx'),
    '/studentMain/linkmen': () => import('./phone/linkmen-page.tsx'),
    '/staffMain/class/:classId': () => import('./phone/class-page.tsx'),
  },
  cards: {
    'my-classes': () => import('./phone/my-classes.tsx'),
    hours: () => import('./phone/school-hours.tsx'),
    today: () => import('./phone/today-card.tsx'),
    'to-do': () => import('./phone/to-do-card.tsx'),
    looks: () => import('./phone/child-reveals-card.tsx'),
    school: () => import('./phone/school-card.tsx'),
  },
} satisfies PhoneModule
