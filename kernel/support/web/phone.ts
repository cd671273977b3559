import type { PhoneModule } from '#packages/web/core/module.ts'

export default { pages: { '/support': () => import('./phone/support-page.tsx') } } satisfies PhoneModule
