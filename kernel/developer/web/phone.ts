import type { PhoneModule } from '#packages/web/core/module.ts'

/** The registration of developers, before they can sign in. */
export default {
  pages: {
    '/developerRegister': () => import('./phone/register-page.tsx'),
  },
} satisfies PhoneModule
