import type { PhoneModule } from '#packages/web/core/module.ts'

/** The sign-in pages, and the personal pages of pupils and guardians. */
export default {
  pages: {
    '/login': () => import('./phone/sign-in/sign-in-page.tsx'),
    '/userLogin': () => import('./phone/sign-in/user-sign-in-page.tsx'),
    '/developerLogin': () => import('./phone/sign-in/outside-sign-in-page.tsx'),
    '/transferLogin': () => import('./phone/sign-in/transfer-page.tsx'),
    '/qr': () => import('./phone/qr/qr-page.tsx'),
    '/studentMain/password': () => import('./phone/personal/password-page.tsx'),
    '/staffMain/switch': () => import('./phone/personal/switch-page.tsx'),
    '/studentMain/picture': () => import('./phone/personal/picture-page.tsx'),
  },
  cards: {
    'family-profile': () => import('./phone/personal/family-profile.tsx'),
    'staff-profile': () => import('./phone/personal/staff-profile.tsx'),
  },
} satisfies PhoneModule
