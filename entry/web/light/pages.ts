import type { LoadPhonePage, PhoneModule } from '#packages/web/core/module.ts'
import { matchPath } from '#packages/web/core/path-pattern.ts'
import { hasSamples } from '#packages/web/core/samples.ts'
import { publicRoutes } from '../public-routes.ts'
import { isFamily, isStaffPhonePage, isStudentPage, staffHome, studentHome } from '../user-homes.ts'
import { phoneModules } from './phone-modules.ts'

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
 * The page of an address, and what the address says in its places. Every page is its own chunk: whoever registers a
 * child does not load the sign-in, and the other way round. A module may claim a public address; until one does, it
 * says that nothing is published there.
 */
export function findPage(
  path: string,
  userType: number | undefined,
  claimed: readonly Pages[] = phoneModules.map(({ pages = {} }) => pages),
): { load: LoadPhonePage; params: Record<string, string> } {
  const isPublic = publicRoutes.some((pattern) => matchPath(pattern, path))
  const found = findPageIn([...claimed, ownPages], path)
  if (isFamily(userType) && !isPublic && !isForFamilies(path)) {
    // What is flagged for students is known to few pages, so it comes late.
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

/** Their own pages, and those that are for everybody. */
const isForFamilies = (path: string) =>
  !isStaffPhonePage(path) && (isStudentPage(path) || findPageIn([ownPages], path) !== undefined)
