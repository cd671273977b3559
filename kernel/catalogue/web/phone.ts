import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  cards: [
    { id: 'applications', audience: 'both', sort: 6, load: () => import('./phone/apps-card.tsx') },
    { id: 'applications', audience: 'staff', tab: 'apps', sort: 1, load: () => import('./phone/apps-card.tsx') },
  ],
} satisfies PhoneModule
