import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    flows: () => import('./designer/flows-page.tsx'),
  },
} satisfies WebModule
