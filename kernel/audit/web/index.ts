import type { WebModule } from '#packages/web/core/module.ts'

export default { pages: { securityEvents: () => import('./pages/security-events.tsx') } } satisfies WebModule
