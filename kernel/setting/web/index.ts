import { defineWebModule } from '#packages/web/core/module.ts'
import { manifest } from '../manifest.ts'

export default defineWebModule({ manifest, pages: { Setting: () => import('./pages/setting.tsx') } })
