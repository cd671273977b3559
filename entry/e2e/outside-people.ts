/** People of the journeys who belong to no district. A code of the authenticator counts once, so each has an own use. */
export const platformAdministrators = {
  /** Signs in through the page and founds a district. */
  founder: 'platform.founder',
  /** Verifies companies. */
  verifier: 'platform.verifier',
  /** Opens every page, on a desktop and on a phone. */
  desktop: 'platform.desktop',
  phone: 'platform.phone',
} as const

/** Verified, with an application that waits for the district. */
export const company = { name: '云禾书香科技有限公司', application: '云禾书香', phone: '13900008801' } as const
