import type { LoadPhonePage, PhoneModule } from '#packages/web/core/module.ts'
import { matchPath } from '#packages/web/core/path-pattern.ts'
import { hasSamples } from '#packages/web/core/samples.ts'
import { isPublicRoute } from '../public-routes.ts'
import { isFamily, isStaffPhonePage, isStudentPage, staffHome } from '#packages/web/core/user-homes.ts'
import { phonePages, staffPagePermissions } from './phone-modules.ts'

const unpublished = () => import('./site/unpublished-page.tsx')
const notFound = () => import('./not-found.tsx')

type Pages = NonNullable<PhoneModule['pages']>

const ownPages: Pages = {
  '/footer': () => import('./site/footer-page.tsx'),
  '/help': () => import('./help/help-page.tsx'),
  '/policy/:name': () => import('./site/policy-page.tsx'),
  '/lite': hasSamples() ? () => import('./gallery/gallery-page.tsx') : notFound,
  '/401': () => import('./no-permission.tsx'),
  '/404': notFound,
  '/staffMain/index': () => import('./staff/staff-main.tsx'),
}

/**
 * The page of an address with the parameters of the address. Every page is a separate chunk: registering a child does
 * not load the sign-in, and vice versa. A public address of the specification that no module has claimed shows that
 * nothing is published.
 */
export function findPage(path: string, userType: number | undefined, claimed: Pages = phonePages): FoundPage {
  const isPublic = isPublicRoute(path)
  const found = findPageIn([claimed, ownPages], path)
  if (isFamily(userType) && !isPublic && !isForFamilies(path)) {
    // Few visits need the list of student pages, so it is loaded on demand.
    const load = async () => (await import('./family-page-access.ts')).openPageForFamily(path, found?.load)
    return { load, params: found?.params ?? {} }
  }
  if (!found) return { load: isPublic ? unpublished : notFound, params: {} }
  // The home loads the permissions itself, because it shows them as tiles.
  const isOfStaff = isStaffPhonePage(path) ? path !== staffHome : path in staffPagePermissions
  return isOfStaff ? { ...found, permission: staffPagePermissions[path] ?? 'staff' } : found
}

interface FoundPage {
  load: LoadPhonePage
  params: Record<string, string>
  /** For a page of staff: the permission that it needs. */
  permission?: string
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
