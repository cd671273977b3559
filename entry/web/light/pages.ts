import type { LoadPhonePage, PhoneModule } from '#packages/web/core/module.ts'
import { matchPath } from '#packages/web/core/path-pattern.ts'
import { hasSamples } from '#packages/web/core/samples.ts'
import { publicRoutes } from '../public-routes.ts'
import { isFamily, isStaffPhonePage, isStudentPage, staffHome, studentHome } from '../user-homes.ts'
import { phonePages } from './phone-modules.ts'

const developer = () => import('./site/developer-page.tsx')

const unpublished = () => import('./site/unpublished-page.tsx')
const notFound = () => import('./not-found.tsx')

type Pages = NonNullable<PhoneModule['pages']>

const ownPages: Pages = {
  '/login': () => import('./sign-in/sign-in-page.tsx'),
  '/userLogin': () => import('./sign-in/user-sign-in-page.tsx'),
  '/transferLogin': () => import('./sign-in/transfer-page.tsx'),
  '/DD': () => import('./workplace/dd-page.tsx'),
  '/DDLogin/:ddId': () => import('./workplace/dd-return-page.tsx'),
  '/qr': () => import('./qr/qr-page.tsx'),
  '/footer': () => import('./site/footer-page.tsx'),
  '/help': () => import('./help/help-page.tsx'),
  '/policy/:name': () => import('./site/policy-page.tsx'),
  '/developerLogin': developer,
  '/useApply': developer,
  '/lite': hasSamples() ? () => import('./gallery/gallery-page.tsx') : notFound,
  '/401': () => import('./family/no-permission.tsx'),
  '/404': notFound,
  [studentHome]: () => import('./family/student-main.tsx'),
  '/studentMain/password': () => import('./family/password-page.tsx'),
  '/studentMain/picture': () => import('./family/picture-page.tsx'),
  [staffHome]: () => import('./staff/staff-main.tsx'),
}

/**
 * The page of an address with the parameters of the address. Every page is a separate chunk: registering a child does
 * not load the sign-in, and vice versa. A module may claim a public address; an unclaimed one shows that nothing is
 * published.
 */
export function findPage(
  path: string,
  userType: number | undefined,
  claimed: Pages = phonePages,
): { load: LoadPhonePage; params: Record<string, string> } {
  const isPublic = publicRoutes.some((pattern) => matchPath(pattern, path))
  const found = findPageIn([claimed, ownPages], path)
  if (isFamily(userType) && !isPublic && !isForFamilies(path)) {
    // Few visits need the list of student pages, so it is loaded on demand.
    const load = async () => (await import('./family/family-page-access.ts')).openPageForFamily(path, found?.load)
    return { load, params: found?.params ?? {} }
  }
  return found ?? { load: isPublic ? unpublished : notFound, params: {} }
}

function findPageIn(all: readonly Pages[], path: string) {
  for (const pages of all) {
    for (const [pattern, load] of Object.entries(pages)) {
      const params = matchPath(pattern, path)
      if (params) return { load, params }
    }
  }
  return undefined
}

/** Family pages, and pages for everybody. */
const isForFamilies = (path: string) =>
  !isStaffPhonePage(path) && (isStudentPage(path) || findPageIn([ownPages], path) !== undefined)
