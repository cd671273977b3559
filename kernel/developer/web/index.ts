import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    developerManagement: () => import('./pages/developer-management.tsx'),
  },
} satisfies WebModule
