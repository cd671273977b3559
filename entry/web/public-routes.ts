import { matchPath } from '#packages/web/core/path-pattern.ts'
import { modulePublicPages } from './tables/public-pages.gen.ts'

/**
 * The specification's public routes: rendered by the light root for everybody, without a token and without sending
 * one. Until a module declares such a page, the address shows that nothing is published.
 */
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

/** Pages about the product that everybody may read, signed in or not. */
export const publicInfoPages = ['/footer', '/help', '/policy/:name', '/lite'] as const

const allPublicPages = [...modulePublicPages, ...publicRoutes, ...publicInfoPages]

/** Whether the light root shows an address to everybody, without sign-in. */
export const isPublicRoute = (path: string) => allPublicPages.some((pattern) => matchPath(pattern, path) !== undefined)
