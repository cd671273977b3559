import type { PhoneModule } from '#packages/web/core/module.ts'

/** The applications that a school has opened for its families. */
export default {
  cards: [{ id: 'applications', audience: 'both', sort: 6, load: () => import('./phone/apps-card.tsx') }],
} satisfies PhoneModule
