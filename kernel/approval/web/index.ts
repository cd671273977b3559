import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    '': () => import('./pages/approval.tsx'),
    approvals: () => import('./personal/approval-settings-page.tsx'),
    flows: () => import('./designer/flows-page.tsx'),
  },
} satisfies WebModule
