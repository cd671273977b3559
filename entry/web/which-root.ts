export interface Visit {
  pathname: string
  search: string
  token: string
  userType: number | undefined
}

const pupil = 1
const guardian = 2

/** Which of the two roots shows an address, and at which address: visitors are sent to sign in and come back later. */
export function whichRoot({ pathname, search, token, userType }: Visit): { root: 'light' | 'desk'; address?: string } {
  if (pathname === '/login') return { root: 'light' }
  if (!token) return { root: 'light', address: `/login?redirect=${encodeURIComponent(pathname + search)}` }
  return { root: userType === pupil || userType === guardian ? 'light' : 'desk' }
}
