import type { WebModule } from '#packages/web/core/module.ts'

export default { pages: { dataSource: () => import('./pages/data-source.tsx') } } satisfies WebModule
