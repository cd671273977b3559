import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  controls: { organisation: () => import('./phone/organisation-picker.tsx') },
} satisfies PhoneModule
