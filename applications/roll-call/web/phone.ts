import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '/application/CallTheRoll': () => import('./phone/roll-page.tsx'),
    '/application/CallTheRoll/unexplained': () => import('./phone/unexplained-page.tsx'),
  },
  cards: { roll: () => import('./phone/roll-card.tsx') },
} satisfies PhoneModule
