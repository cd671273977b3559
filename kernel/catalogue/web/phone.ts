import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  cards: {
    applications: () => import('./phone/apps-card.tsx'),
  },
} satisfies PhoneModule
