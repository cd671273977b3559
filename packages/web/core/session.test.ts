import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core'
import { startBrowserSession, applyNoLoginFlag, openBrowserSession, rememberedNameKey } from './browser-session.ts'
import { CallError } from './call-error.ts'
import {
  findRedirectAddress,
  handleSessionError,
  setForgetUser,
  setNavigate,
  setRestart,
  signInAgain,
} from './session-redirects.ts'
import {
  updateSessionUser,
  endSession,
  finishFirstStep,
  findFirstStep,
  hasSignedOut,
  startSession,
  useSession,
  type SessionUser,
} from './session.ts'
import { takeSignInNotice } from './sign-in-notice.ts'

const chen = { userId: 'u', realName: '陈国栋', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1 }
const lin = { userId: 'v', realName: '林晓', userType: 3, orgId: 'p', orgName: '文澜中学', orgType: 1 }
const refused = (ret: Ret) => new CallError({ ret, msg: '', status: 200 })

beforeEach(() => {
  document.cookie = 'sid=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
  localStorage.clear()
  sessionStorage.clear()
  endSession()
})

it('stores who signed in, and nothing else of the answer', () => {
  const answer = { ...chen, token: '1.abc', modules: [{ id: 'm' }], phone: '138****0000' }
  startSession(answer)
  expect(useSession.getState()).toEqual({ token: '1.abc', orgId: 'o', user: chen })
  expect(localStorage.getItem('token')).toBe('1.abc')
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual(chen)
})

it('stores that the user is a visitor, and changes of the own profile', () => {
  startSession({ ...chen, token: '1.abc', switchoverOrg: 1, homeOrgName: '云禾区教育局', avatar: '', isBound: false })
  const visitor = { ...chen, switchoverOrg: 1, homeOrgName: '云禾区教育局' }
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual(visitor)
  updateSessionUser({ avatar: '/api/users/avatar' })
  expect(useSession.getState().user).toEqual({ ...visitor, avatar: '/api/users/avatar' })
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual({ ...visitor, avatar: '/api/users/avatar' })
})

it('drops everything but the remembered name after the browser was closed', () => {
  startSession({ ...chen, token: '1.abc' })
  localStorage.setItem(rememberedNameKey, 'shiyan.admin')
  openBrowserSession()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem(rememberedNameKey)).toBe('shiyan.admin')
  expect(document.cookie).toMatch(/sid=[\w-]{36}/)
})

it('keeps a session that the same browser started', () => {
  openBrowserSession()
  startSession({ ...chen, token: '1.abc' })
  openBrowserSession()
  expect(localStorage.getItem('token')).toBe('1.abc')
})

it('clears the token once when the no-login flag is set', () => {
  startSession({ ...chen, token: '1.abc' })
  applyNoLoginFlag()
  expect(localStorage.getItem('token')).toBe('1.abc')
  localStorage.setItem('noLogin', '1')
  applyNoLoginFlag()
  expect(localStorage.getItem('token')).toBeNull()
  startSession({ ...chen, token: '1.def' })
  applyNoLoginFlag()
  expect(localStorage.getItem('token')).toBe('1.def')
})

it('survives a closed browser only if the user chose that, and only until the next sign-in', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  startBrowserSession(true)
  startBrowserSession(false)
  expect(written.mock.calls[0]![0]).toMatch(/^sid=[\w-]{36}; path=\/; samesite=lax; max-age=2592000$/)
  expect(written.mock.calls[1]![0]).toMatch(/^sid=[\w-]{36}; path=\/; samesite=lax$/)
  written.mockRestore()
})

it('remembers the first steps over a reload, one after the other', () => {
  startSession({ ...chen, token: '1.abc', mustChangePassword: true, needFillIdCard: true })
  const stored = () => findFirstStep(JSON.parse(localStorage.getItem('user')!) as SessionUser)
  expect(stored()).toBe('mustChangePassword')
  finishFirstStep('mustChangePassword')
  expect(stored()).toBe('needFillIdCard')
  expect(findFirstStep(useSession.getState().user)).toBe('needFillIdCard')
  finishFirstStep('needFillIdCard')
  expect(stored()).toBeUndefined()
  expect(useSession.getState().user).toEqual(chen)
})

it('goes to /login with a redirect on -3 and -8, to /401 with a redirect on -401, and nowhere on other refusals', () => {
  const here = { pathname: '/baseData/Orgs', search: '?page=2' }
  expect(findRedirectAddress(Ret.notSignedIn, here)).toBe('/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(findRedirectAddress(Ret.sessionEnded, here)).toBe('/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(findRedirectAddress(Ret.wrongAudience, here)).toBe('/401?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(findRedirectAddress(Ret.forbidden, here)).toBeUndefined()
  expect(findRedirectAddress(Ret.refused, here)).toBeUndefined()
})

it('leaves the end of a session to applications and /userLogin', () => {
  for (const pathname of ['/application/OAMessage', '/application', '/userLogin', '/login'])
    expect(findRedirectAddress(Ret.notSignedIn, { pathname, search: '' })).toBeUndefined()
  expect(findRedirectAddress(Ret.notSignedIn, { pathname: '/applications', search: '' })).toBe(
    '/login?redirect=%2Fapplications',
  )
})

it('distinguishes a sign-out from a lost session, until the next sign-in', () => {
  setNavigate(() => {})
  startSession({ ...chen, token: '1.abc' })
  handleSessionError(refused(Ret.sessionEnded))
  expect(hasSignedOut()).toBe(false)
  startSession({ ...chen, token: '1.abc' })
  endSession()
  expect(hasSignedOut()).toBe(true)
  startSession({ ...chen, token: '1.abc' })
  expect(hasSignedOut()).toBe(false)
})

it('signs in again after the user has ended all sessions: forgets the user, and shows the reason', () => {
  const left: unknown[] = []
  vi.spyOn(location, 'assign').mockImplementation((address) => void left.push(address))
  setForgetUser(() => left.push('forgotten'))
  startSession({ ...chen, token: '1.abc' })
  signInAgain('密码已修改，请重新登录')
  setForgetUser(() => {})
  expect(left).toEqual(['forgotten', '/login'])
  expect([useSession.getState().token, hasSignedOut()]).toEqual(['', true])
  expect(takeSignInNotice()).toBe('密码已修改，请重新登录')
})

it('ignores answers that come after a sign-out', () => {
  const redirects: string[] = []
  setNavigate((address) => redirects.push(address))
  startSession({ ...chen, token: '1.abc' })
  endSession()
  handleSessionError(refused(Ret.notSignedIn))
  expect(redirects).toEqual([])
})

it('clears the session before the redirect', () => {
  const redirects: string[] = []
  setNavigate((address) => redirects.push(address))
  startSession({ ...chen, token: '1.abc' })
  handleSessionError(refused(Ret.sessionEnded))
  expect(redirects).toEqual([`/login?redirect=${encodeURIComponent(location.pathname)}`])
  expect(useSession.getState().token).toBe('')

  startSession({ ...chen, token: '1.abc' })
  handleSessionError(refused(Ret.wrongAudience))
  expect(useSession.getState().token).toBe('1.abc')
})

it('passes the request id to /401, for support', () => {
  const redirects: string[] = []
  setNavigate((address) => redirects.push(address))
  handleSessionError(new CallError({ ret: Ret.wrongAudience, msg: '', status: 200, requestId: 'r-1' }))
  expect(redirects).toEqual([`/401?redirect=${encodeURIComponent(location.pathname)}&request=r-1`])
})

describe('two tabs', () => {
  /** What another tab writes: the storage of the browser is shared, the memory of a tab is not. */
  function signInElsewhere() {
    localStorage.setItem('token', '2.def')
    localStorage.setItem('user', JSON.stringify(lin))
  }
  /** The session after a reload of this tab. */
  async function reloaded() {
    vi.resetModules()
    return (await import('./session.ts')).useSession.getState()
  }
  const leaving = () => {
    const seen = { gone: [] as string[], again: 0 }
    setNavigate((address) => seen.gone.push(address))
    setRestart(() => seen.again++)
    return seen
  }

  it('takes the organisation of another user only together with that user', async () => {
    startSession({ ...chen, token: '1.abc' })
    expect(await reloaded()).toEqual({ token: '1.abc', user: chen, orgId: 'o' })
    signInElsewhere()
    expect(await reloaded()).toEqual({ token: '2.def', user: lin, orgId: 'p' })
  })

  it('tolerates values that an older release left in the tab', async () => {
    startSession({ ...chen, token: '1.abc' })
    sessionStorage.setItem('orgId', 'o-of-somebody')
    expect((await reloaded()).orgId).toBe('o')
  })

  it('ends its own session and keeps that of the other tab', () => {
    startSession({ ...chen, token: '1.abc' })
    signInElsewhere()
    endSession()
    expect(useSession.getState().token).toBe('')
    expect(localStorage.getItem('token')).toBe('2.def')
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(lin)
  })

  it('continues as the user of the other tab when its own session is over', () => {
    const seen = leaving()
    startSession({ ...chen, token: '1.abc' })
    signInElsewhere()
    handleSessionError(refused(Ret.sessionEnded))
    expect(seen).toEqual({ gone: [], again: 1 })
    expect(localStorage.getItem('token')).toBe('2.def')
  })

  it('restarts when the organisation was switched, and requests none that could be refused again', async () => {
    const seen = leaving()
    startSession({ ...chen, token: '1.abc' })
    handleSessionError(refused(Ret.otherOrganisation))
    expect(seen).toEqual({ gone: [], again: 1 })
    expect(useSession.getState().orgId).toBe('o')
    expect(await reloaded()).toEqual({ token: '1.abc', user: chen, orgId: '' })
  })
})
