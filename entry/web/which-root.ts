import { isFamily } from './who.ts'

export interface Visit {
  pathname: string
  search: string
  token: string
  userType: number | undefined
  /** The first password has to be changed, or the ID number to be told, before anything else. */
  hasFirstStep: boolean
}

/** The doors, and the page that a phone opens from a QR code: whoever comes, and whatever is stored. */
const isOpen = (path: string) => /^\/(?:login|userLogin|transferLogin|DD|qr)$|^\/DDLogin(?:\/|$)/.test(path)

/** Which of the two roots shows an address, and at which address: visitors are sent to sign in and come back later. */
export function whichRoot(visit: Visit): { root: 'light' | 'desk'; address?: string } {
  const { pathname, search, token, userType, hasFirstStep } = visit
  if (isOpen(pathname)) return { root: 'light' }
  if (!token || hasFirstStep) {
    return { root: 'light', address: `/login?redirect=${encodeURIComponent(pathname + search)}` }
  }
  return { root: isFamily(userType) ? 'light' : 'desk' }
}

/** What comes before either root: a ticket in the address, or an application that nobody has opened. */
export function wayIn({ pathname, search }: Pick<Visit, 'pathname' | 'search'>, token: string) {
  // Doors carry the addresses of others in theirs.
  if (isOpen(pathname)) return undefined
  if (new URLSearchParams(search).has('u_t')) return 'openTicket'
  return !token && /^\/application(?:\/|$)/.test(pathname) ? 'refuseVisitor' : undefined
}
