import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  controls: {
    files: () => import('./phone/files-field.tsx'),
    signature: () => import('./phone/signature-field.tsx'),
  },
  values: { files: () => import('./phone/files-value.tsx') },
} satisfies PhoneModule
