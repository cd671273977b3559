import { expect, it } from 'vitest'
import { isUnsupportedBrowser } from './browser-support.ts'
import { findEntryStep, chooseRoot } from './choose-root.ts'

const visit = {
  pathname: '/baseData/Orgs',
  search: '?page=2',
  token: '1.abc',
  userType: 3,
  hasFirstStep: false,
  developerToken: '',
  adminToken: '',
  isPhone: false,
  prefersDesk: false,
}

it('shows the desk to staff, and the light root to pupils and guardians', () => {
  expect(chooseRoot(visit)).toEqual({ root: 'desk' })
  expect(chooseRoot({ ...visit, userType: 1 })).toEqual({ root: 'light' })
  expect(chooseRoot({ ...visit, userType: 2 })).toEqual({ root: 'light' })
})

it('starts staff on a phone in the light root, and keeps the desk pages available there', () => {
  const phone = { ...visit, isPhone: true }
  expect(chooseRoot({ ...phone, pathname: '/' })).toEqual({ root: 'light', address: '/staffMain/index' })
  expect(chooseRoot({ ...phone, pathname: '/staffMain/index' })).toEqual({ root: 'light' })
  expect(chooseRoot({ ...phone, pathname: '/staffMain/class/7' })).toEqual({ root: 'light' })
  expect(chooseRoot(phone)).toEqual({ root: 'desk' })
  expect(chooseRoot({ ...phone, pathname: '/dataCentre/dataBoard' })).toEqual({ root: 'desk' })
})

it('shows staff on a phone the phone version of a page that has one, unless they chose the desk', () => {
  const support = { ...visit, pathname: '/support', search: '?open=7' }
  expect(chooseRoot({ ...support, isPhone: true })).toEqual({ root: 'light' })
  expect(chooseRoot({ ...support, isPhone: true, prefersDesk: true })).toEqual({ root: 'desk' })
  expect(chooseRoot(support)).toEqual({ root: 'desk' })
})

it('shows no phone page on a desktop, to visitors, or before the first step is done', () => {
  const home = { ...visit, pathname: '/staffMain/index', search: '' }
  expect(chooseRoot(home)).toEqual({ root: 'desk', address: '/' })
  const signIn = { root: 'light', address: '/login?redirect=%2FstaffMain%2Findex' }
  expect(chooseRoot({ ...home, isPhone: true, token: '', userType: undefined })).toEqual(signIn)
  expect(chooseRoot({ ...home, isPhone: true, hasFirstStep: true })).toEqual(signIn)
})

it('sends visitors without a token to /login with a redirect to the requested page', () => {
  const expected = { root: 'light', address: '/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2' }
  expect(chooseRoot({ ...visit, token: '', userType: undefined })).toEqual(expected)
})

it.each(['/login', '/userLogin', '/transferLogin', '/DD', '/DDLogin/yunhe', '/qr'])(
  'shows %s to everybody, in the light root',
  (pathname) => {
    expect(chooseRoot({ ...visit, pathname })).toEqual({ root: 'light' })
    expect(chooseRoot({ ...visit, pathname, hasFirstStep: true })).toEqual({ root: 'light' })
    expect(chooseRoot({ ...visit, pathname, token: '', userType: undefined })).toEqual({ root: 'light' })
  },
)

it('does not treat a page as a sign-in page because its path begins like one', () => {
  for (const pathname of ['/DDLogins', '/qrCodes', '/login/more']) {
    expect(chooseRoot({ ...visit, pathname })).toEqual({ root: 'desk' })
  }
})

it('redirects users with a first step to do back to that step, and remembers the requested page', () => {
  const expected = { root: 'light', address: '/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2' }
  expect(chooseRoot({ ...visit, hasFirstStep: true })).toEqual(expected)
  expect(chooseRoot({ ...visit, userType: 1, hasFirstStep: true })).toEqual(expected)
})

it.each([
  '/AttendanceStatisticsShow/7',
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
])('needs no token for the public route %s, and does not load the session', (pathname) => {
  for (const token of ['', '1.abc']) {
    expect(chooseRoot({ ...visit, pathname, token })).toEqual({ root: 'light' })
    expect(findEntryStep({ ...visit, pathname, token, search: '?u_t=1.abc' })).toBeUndefined()
  }
})

it('redirects /useApply without a developer token to /developerLogin', () => {
  const wanted = { ...visit, pathname: '/useApply' }
  expect(chooseRoot(wanted)).toEqual({ root: 'light', address: '/developerLogin' })
  expect(chooseRoot({ ...wanted, token: '' })).toEqual({ root: 'light', address: '/developerLogin' })
  expect(chooseRoot({ ...wanted, adminToken: 'a' })).toEqual({ root: 'light', address: '/developerLogin' })
  expect(chooseRoot({ ...wanted, developerToken: 'd' })).toEqual({ root: 'outside' })
})

it('redirects the pages of the platform without an administrator token to the sign-in page, and back', () => {
  const address = '/developerLogin?tab=platform&redirect=%2Fplatform%2Flog%3Fpage%3D2'
  const wanted = { ...visit, pathname: '/platform/log' }
  expect(chooseRoot(wanted)).toEqual({ root: 'light', address })
  expect(chooseRoot({ ...wanted, developerToken: 'd' })).toEqual({ root: 'light', address })
  expect(chooseRoot({ ...wanted, adminToken: 'a', token: '' })).toEqual({ root: 'outside' })
  expect(chooseRoot({ ...visit, pathname: '/platform/districts' })).toMatchObject({
    address: '/developerLogin?tab=platform',
  })
})

it('refuses staff pages to pupils and guardians', () => {
  for (const pathname of ['/', '/baseData/Orgs', '/dataCentre/dataBoard', '/studentMain/index', '/topMenu']) {
    expect(chooseRoot({ ...visit, pathname, userType: 1 })).toEqual({ root: 'light' })
  }
})

it('checks for a ticket first, and for the user of an application', () => {
  const at = (pathname: string, search = '', token = '1.def') => ({ ...visit, pathname, search, token })
  expect(findEntryStep(at('/baseData/Orgs', '?page=2', ''))).toBeUndefined()
  expect(findEntryStep(at('/baseData/Orgs', '?page=2&u_t=1.abc'))).toBe('openTicket')
  expect(findEntryStep(at('/application/OAMessage', '?u_t=1.abc', ''))).toBe('openTicket')
  expect(findEntryStep(at('/application/OAMessage', '', ''))).toBe('refuseVisitor')
  expect(findEntryStep(at('/application/OAMessage'))).toBe('confirmLogin')
  expect(findEntryStep({ ...at('/application/OAMessage'), userType: 1 })).toBeUndefined()
  expect(findEntryStep({ ...at('/application/OAMessage'), hasFirstStep: true })).toBeUndefined()
  expect(findEntryStep(at('/login', '?redirect_url=/application/OAMessage&u_t={u_t}', ''))).toBeUndefined()
})

it.each([
  ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', false],
])('%s', (agent, below) => {
  expect(isUnsupportedBrowser(agent, () => true)).toBe(below)
})

it('tests other browsers for a CSS feature of the same age', () => {
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'
  expect(isUnsupportedBrowser(safari, () => true)).toBe(false)
  expect(isUnsupportedBrowser(safari, () => false)).toBe(true)
})
