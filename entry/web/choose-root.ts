import { findOutsideKind, getOutsideSignInUrl, outsideHomes } from '#packages/web/core/outside-paths.ts'
import { isPublicRoute } from './public-routes.ts'
import { staffPhonePages } from './tables/staff-phone-pages.gen.ts'
import { isFamily, isStaffPhonePage, staffHome } from '#packages/web/core/user-homes.ts'

export interface PageVisit {
  pathname: string
  search: string
  token: string
  userType: number | undefined
  /** The first password must be changed, or the ID number entered, before anything else. */
  hasFirstStep: boolean
  /** Developers and platform administrators have separate sessions. */
  developerToken: string
  adminToken: string
  /** The screen is too narrow for a side menu: staff start in the light root. */
  isPhone: boolean
  /** Staff on a phone want the pages of the desk. */
  prefersDesk: boolean
}

export const isApplication = (path: string) => /^\/application(?:\/|$)/.test(path)

/**
 * Which of the three roots shows an address, and at which address. Visitors go to the sign-in page and are redirected
 * back.
 */
export function chooseRoot(visit: PageVisit): { root: 'light' | 'desk' | 'outside'; address?: string } {
  const { pathname, search, token, userType, hasFirstStep, isPhone, prefersDesk } = visit
  if (isPublicRoute(pathname)) return { root: 'light' }
  const outside = findOutsideKind(pathname)
  if (outside) {
    if (outside === 'platform' ? visit.adminToken : visit.developerToken) return { root: 'outside' }
    // The home of each kind is where its sign-in leads anyway.
    const back = pathname === outsideHomes[outside] ? undefined : pathname + search
    return { root: 'light', address: getOutsideSignInUrl(outside, back) }
  }
  if (!token || hasFirstStep) {
    return { root: 'light', address: `/login?redirect=${encodeURIComponent(pathname + search)}` }
  }
  if (isFamily(userType)) return { root: 'light' }
  if (isPhone && pathname === '/') return { root: 'light', address: staffHome }
  if (isPhone && !prefersDesk && staffPhonePages.includes(pathname)) return { root: 'light' }
  if (!isStaffPhonePage(pathname)) return { root: 'desk' }
  return isPhone ? { root: 'light' } : { root: 'desk', address: '/' }
}

/** The step before either root: a ticket in the address, or an application that needs to identify its user. */
export function findEntryStep({
  pathname,
  search,
  token,
  userType,
  hasFirstStep,
}: Omit<PageVisit, 'developerToken' | 'adminToken' | 'isPhone' | 'prefersDesk'>) {
  // Sign-in pages carry other addresses in their query, and public pages are shown unchanged.
  if (isPublicRoute(pathname)) return undefined
  if (new URLSearchParams(search).has('u_t')) return 'openTicket'
  if (!isApplication(pathname) || hasFirstStep) return undefined
  if (!token) return 'refuseVisitor'
  return isFamily(userType) ? undefined : 'confirmLogin'
}
