import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: { Handover: () => import('./pages/handover.tsx') },
  sections: {
    'staff:ChangeLog': [
      { id: 'handover', permission: 'handover.manage', load: () => import('./components/change-section.tsx') },
    ],
  },
} satisfies WebModule
