import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '/approval': () => import('./phone/approval-page.tsx'),
    '/personal/approvals': () => import('./phone/approval-settings-page.tsx'),
  },
  cards: {
    approvals: () => import('./phone/approvals-card.tsx'),
  },
} satisfies PhoneModule
