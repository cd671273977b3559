import type { PhoneModule } from '#packages/web/core/module.ts'

/** Phone pages for pupils and guardians, and for teachers about their classes. */
export default {
  pages: {
    '/studentMain/bind': () => import('./phone/bind-page.tsx'),
    '/studentMain/consents': () => import('./phone/consents-page.tsx'),
    '/studentMain/linkmen': () => import('./phone/linkmen-page.tsx'),
    '/staffMain/class/:classId': () => import('./phone/class-page.tsx'),
  },
  cards: [
    {
      id: 'my-classes',
      audience: 'staff',
      permission: 'student.read',
      height: 184,
      sort: 2,
      load: () => import('./phone/my-classes.tsx'),
    },
    {
      id: 'hours',
      audience: 'staff',
      permission: 'student.read',
      sort: 20,
      load: () => import('./phone/school-hours.tsx'),
    },
    { id: 'today', audience: 'both', sort: 1, load: () => import('./phone/today-card.tsx') },
    { id: 'to-do', audience: 'guardian', sort: 2, load: () => import('./phone/to-do-card.tsx') },
    { id: 'looks', audience: 'guardian', sort: 9, load: () => import('./phone/child-reveals-card.tsx') },
    { id: 'school', audience: 'both', sort: 8, load: () => import('./phone/school-card.tsx') },
  ],
} satisfies PhoneModule
