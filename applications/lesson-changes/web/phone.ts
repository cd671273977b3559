import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  pages: { '/application/classAdjustQuery/mine': () => import('./phone/mine-page.tsx') },
  cards: { covers: () => import('./phone/covers-card.tsx') },
} satisfies PhoneModule
