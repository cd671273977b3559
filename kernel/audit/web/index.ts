import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({
  manifest,
  pages: { securityEvents: () => import('./pages/security-events.tsx') },
})
