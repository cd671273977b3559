import type { WebModule } from '#packages/web/core/module.ts'

export default { pages: { Setting: () => import('./pages/setting.tsx') } } satisfies WebModule
