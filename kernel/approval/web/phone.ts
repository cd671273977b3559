import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '/approval': () => import('./phone/approval-page.tsx'),
  },
  cards: {
    approvals: () => import('./phone/approvals-card.tsx'),
  },
} satisfies PhoneModule
