// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { Ret } from '#packages/core'
import { openBrowserSession, rememberedName } from './browser-session.ts'
import { CallError } from './call-error.ts'
import { addressAfter, leaveOn, setLeave } from './leave.ts'
import { endSession, startSession, useSession } from './session.ts'

const chen = { userId: 'u', realName: '陈国栋', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1 }

beforeEach(() => {
  document.cookie = 'sid=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
  localStorage.clear()
  sessionStorage.clear()
  endSession()
})

it('keeps who signed in, without the menu', () => {
  startSession({ ...chen, token: '1.abc', modules: [{ id: 'm' }] })
  expect(useSession.getState()).toEqual({ token: '1.abc', orgId: 'o', user: chen })
  expect(localStorage.getItem('token')).toBe('1.abc')
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual(chen)
  expect(sessionStorage.getItem('orgId')).toBe('o')
})

it('forgets everything but the remembered name when the browser was closed meanwhile', () => {
  startSession({ ...chen, token: '1.abc' })
  localStorage.setItem(rememberedName, 'shiyan.admin')
  openBrowserSession()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem(rememberedName)).toBe('shiyan.admin')
  expect(document.cookie).toMatch(/sid=[\w-]{36}/)
})

it('leaves a session alone that the same browser began', () => {
  openBrowserSession()
  startSession({ ...chen, token: '1.abc' })
  openBrowserSession()
  expect(localStorage.getItem('token')).toBe('1.abc')
})

it('sends whoever has lost the session to sign in, and only them', () => {
  const here = { pathname: '/baseData/Orgs', search: '?page=2' }
  expect(addressAfter(Ret.notSignedIn, here)).toBe('/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(addressAfter(Ret.sessionEnded, here)).toBe('/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(addressAfter(Ret.wrongAudience, here)).toBe('/401?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
  expect(addressAfter(Ret.forbidden, here)).toBeUndefined()
  expect(addressAfter(Ret.refused, here)).toBeUndefined()
})

it('leaves applications and sign-in pages to themselves', () => {
  for (const pathname of ['/application/OAMessage', '/application', '/userLogin', '/login'])
    expect(addressAfter(Ret.notSignedIn, { pathname, search: '' })).toBeUndefined()
  expect(addressAfter(Ret.notSignedIn, { pathname: '/applications', search: '' })).toBe(
    '/login?redirect=%2Fapplications',
  )
})

it('clears the session before it goes', () => {
  const gone: string[] = []
  setLeave((address) => gone.push(address))
  startSession({ ...chen, token: '1.abc' })
  leaveOn(new CallError({ ret: Ret.sessionEnded, msg: '', status: 200 }))
  expect(gone).toEqual([`/login?redirect=${encodeURIComponent(location.pathname)}`])
  expect(useSession.getState().token).toBe('')

  startSession({ ...chen, token: '1.abc' })
  leaveOn(new CallError({ ret: Ret.wrongAudience, msg: '', status: 200 }))
  expect(useSession.getState().token).toBe('1.abc')
})
