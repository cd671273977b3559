import { matchPath } from '#packages/web/core/path-pattern.ts'

/** The specification's public routes: drawn by the light root for whoever comes, without a token and without sending one. */
export const publicRoutes = [
  '/AttendanceStatisticsShow/:orgId',
  '/SchoolDistrictShow',
  '/EpidemicPrevention',
  '/ClassAIOManage/DP/:id',
  '/DPH5/:id',
  '/DP/:id',
  '/homepageTeacherRecord',
  '/HomePageXSPJ',
  '/HomePageJXGY',
  '/homepageSYXX',
  '/homepageStatistics',
  '/homepage',
] as const

/** Pages about the house itself that everybody may read, signed in or not. */
export const publicInfoPages = ['/footer', '/help', '/policy/:name', '/developerLogin', '/lite'] as const

const allPublicPages = [...publicRoutes, ...publicInfoPages]

/** Whether an address belongs to the light root whoever comes, so that nobody is asked to sign in for it. */
export const isPublicRoute = (path: string) => allPublicPages.some((pattern) => matchPath(pattern, path) !== undefined)
