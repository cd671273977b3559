import { isPublicRoute } from './public-routes.ts'
import { isFamily, isStaffPhonePage, staffHome } from './user-homes.ts'

export interface PageVisit {
  pathname: string
  search: string
  token: string
  userType: number | undefined
  /** The first password has to be changed, or the ID number to be told, before anything else. */
  hasFirstStep: boolean
  /** Developers have a session of their own. */
  developerToken: string
  /** Too narrow for a side menu: staff begin in the light root there. */
  isPhone: boolean
}

/** The doors, and the page that a phone opens from a QR code: whoever comes, and whatever is stored. */
const isSignInRoute = (path: string) => /^\/(?:login|userLogin|transferLogin|DD|qr)$|^\/DDLogin(?:\/|$)/.test(path)

export const isApplication = (path: string) => /^\/application(?:\/|$)/.test(path)

/** Which of the two roots shows an address, and at which address: visitors are sent to sign in and come back later. */
export function chooseRoot(visit: PageVisit): { root: 'light' | 'desk'; address?: string } {
  const { pathname, search, token, userType, hasFirstStep, developerToken, isPhone } = visit
  if (isSignInRoute(pathname) || isPublicRoute(pathname)) return { root: 'light' }
  if (pathname === '/useApply') return { root: 'light', ...(!developerToken && { address: '/developerLogin' }) }
  if (!token || hasFirstStep) {
    return { root: 'light', address: `/login?redirect=${encodeURIComponent(pathname + search)}` }
  }
  if (isFamily(userType)) return { root: 'light' }
  if (isPhone && pathname === '/') return { root: 'light', address: staffHome }
  if (!isStaffPhonePage(pathname)) return { root: 'desk' }
  return isPhone ? { root: 'light' } : { root: 'desk', address: '/' }
}

/** What comes before either root: a ticket in the address, or an application and the question who opens it. */
export function findEntryStep({
  pathname,
  search,
  token,
  userType,
  hasFirstStep,
}: Omit<PageVisit, 'developerToken' | 'isPhone'>) {
  // Doors carry the addresses of others in theirs, and what is public is shown as it is.
  if (isSignInRoute(pathname) || isPublicRoute(pathname)) return undefined
  if (new URLSearchParams(search).has('u_t')) return 'openTicket'
  if (!isApplication(pathname) || hasFirstStep) return undefined
  if (!token) return 'refuseVisitor'
  return isFamily(userType) ? undefined : 'confirmLogin'
}
