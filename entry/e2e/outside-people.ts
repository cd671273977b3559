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

/** Verified, each with an application that waits for the first district. */
export const companies = {
  /** Its applications are those of many journeys. */
  library: { name: '云禾书香科技有限公司', application: '云禾书香', phone: '13900008801' },
  /** A district ends the cooperation with it. */
  partner: { name: '云禾晨读科技有限公司', application: '云禾晨读', phone: '13900008802' },
} as const
export type JourneyCompany = keyof typeof companies
