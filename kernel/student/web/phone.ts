import type { PhoneModule } from '#packages/web/core/module.ts'

/** What pupils and guardians see of themselves. */
export default {
  pages: {
    '/studentMain/bind': () => import('./phone/bind-page.tsx'),
    '/studentMain/consents': () => import('./phone/consents-page.tsx'),
    '/studentMain/linkmen': () => import('./phone/linkmen-page.tsx'),
  },
  cards: [
    { id: 'today', audience: 'both', sort: 1, load: () => import('./phone/today-card.tsx') },
    { id: 'to-do', audience: 'guardian', sort: 2, load: () => import('./phone/to-do-card.tsx') },
    { id: 'school', audience: 'both', sort: 8, load: () => import('./phone/school-card.tsx') },
  ],
} satisfies PhoneModule
