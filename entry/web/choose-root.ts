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
  /** Developers have a separate session. */
  developerToken: string
  /** The screen is too narrow for a side menu: staff start in the light root. */
  isPhone: boolean
  /** Staff on a phone want the pages of the desk. */
  prefersDesk: boolean
}

export const isApplication = (path: string) => /^\/application(?:\/|$)/.test(path)

/**
 * Which of the two roots shows an address, and at which address. Visitors go to the sign-in page and are redirected
 * back.
 */
export function chooseRoot(visit: PageVisit): { root: 'light' | 'desk'; address?: string } {
  const { pathname, search, token, userType, hasFirstStep, developerToken, isPhone, prefersDesk } = visit
  if (isPublicRoute(pathname)) return { root: 'light' }
  if (pathname === '/useApply') return { root: 'light', ...(!developerToken && { address: '/developerLogin' }) }
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
}: Omit<PageVisit, 'developerToken' | 'isPhone' | 'prefersDesk'>) {
  // Sign-in pages carry other addresses in their query, and public pages are shown unchanged.
  if (isPublicRoute(pathname)) return undefined
  if (new URLSearchParams(search).has('u_t')) return 'openTicket'
  if (!isApplication(pathname) || hasFirstStep) return undefined
  if (!token) return 'refuseVisitor'
  return isFamily(userType) ? undefined : 'confirmLogin'
}
