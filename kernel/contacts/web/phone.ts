import type { PhoneModule } from '#packages/web/core/module.ts'

export default {
  pages: { '/directory': () => import('./phone/contacts-page.tsx') },
  controls: {
    person: () => import('./phone/person-picker.tsx'),
    colleagues: () => import('./phone/colleagues-picker.tsx'),
  },
} satisfies PhoneModule
