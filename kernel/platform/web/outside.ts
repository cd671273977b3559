import type { OutsideModule } from '#packages/web/core/module.ts'

/** The pages of platform administrators. */
export default {
  pages: {
    '/platform/districts': () => import('./pages/districts.tsx'),
    '/platform/catalogue': () => import('./pages/catalogue.tsx'),
    '/platform/constants': () => import('./pages/constants.tsx'),
    '/platform/administrators': () => import('./pages/administrators.tsx'),
    '/platform/account': () => import('./pages/account.tsx'),
    '/platform/log': () => import('./pages/log.tsx'),
  },
} satisfies OutsideModule
