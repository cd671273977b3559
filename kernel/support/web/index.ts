import type { WebModule } from '#packages/web/core/module.ts'

export default { pages: { '': () => import('./pages/support.tsx') } } satisfies WebModule
