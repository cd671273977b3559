import type { PhoneModule } from '#packages/web/core/module.ts'
import { isFamily, studentHome } from '../who.ts'

const doors = import.meta.glob<{ default: PhoneModule }>('../../../{kernel,engines,applications}/*/web/phone.ts', {
  eager: true,
})

const pages: PhoneModule['pages'] = Object.assign(
  {
    '/login': () => import('./sign-in/sign-in-page.tsx'),
    '/userLogin': () => import('./sign-in/user-sign-in-page.tsx'),
    '/transferLogin': () => import('./sign-in/transfer-page.tsx'),
    '/DD': () => import('./workplace/dd-page.tsx'),
    '/qr': () => import('./qr/qr-page.tsx'),
    [studentHome]: () => import('./family/student-main.tsx'),
  },
  ...Object.values(doors).map((door) => door.default.pages),
)

/** Every page is its own chunk: whoever registers a child does not load the sign-in, and the other way round. */
export function findPage(path: string, userType: number | undefined) {
  const page = pages[path]
  if (page) return page
  if (/^\/DDLogin\/[^/]+\/?$/.test(path)) return () => import('./workplace/dd-return-page.tsx')
  return isFamily(userType) ? () => import('./family/not-open.tsx') : () => import('./not-found.tsx')
}
