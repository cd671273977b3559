import { expect, it } from 'vitest'
import { isPublicRoute } from './public-routes.ts'

it.each([
  '/AttendanceStatisticsShow/3',
  '/SchoolDistrictShow',
  '/EpidemicPrevention',
  '/ClassAIOManage/DP/7',
  '/DPH5/7',
  '/DP/7',
  '/homepageTeacherRecord',
  '/HomePageXSPJ',
  '/HomePageJXGY',
  '/homepageSYXX',
  '/homepageStatistics',
  '/homepage',
  '/footer',
  '/help',
  '/policy/privacy',
  '/developerLogin',
])('%s needs no token', (path) => {
  expect(isPublicRoute(path)).toBe(true)
})

it('opens nothing else', () => {
  for (const path of [
    '/',
    '/ClassAIOManage',
    '/application/ClassAIOManage',
    '/DP',
    '/studentMain/index',
    '/helpdesk',
  ]) {
    expect(isPublicRoute(path)).toBe(false)
  }
})
