import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: { index: () => import('./pages/app-data.tsx') },
} satisfies WebModule
