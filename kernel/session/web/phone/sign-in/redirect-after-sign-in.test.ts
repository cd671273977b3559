import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '#packages/web/core/call.ts'
import { endSession, startSession } from '#packages/web/core/session.ts'
import { redirectAfterSignIn, getRedirectQuery } from './redirect-after-sign-in.ts'
import { getViewUrl } from './use-sign-in-view.ts'

vi.mock('#packages/web/core/call.ts', () => ({ call: vi.fn() }))
const answer = vi.mocked(call)

const chen = { userId: 'u', realName: '陈国栋', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1, token: '1.a' }
let went: string[]

beforeEach(() => {
  went = []
  vi.spyOn(location, 'replace').mockImplementation((address) => void went.push(String(address)))
  answer.mockReset()
})
afterEach(() => {
  endSession()
  vi.restoreAllMocks()
})

const at = (search: string) => history.replaceState(null, '', `/login${search}`)

it('redirects staff to a page of ours, and pupils to their own home', async () => {
  startSession(chen)
  at('?redirect=%2FbaseData%2FOrgs')
  await redirectAfterSignIn()
  at('?redirect=https%3A%2F%2Fevil.example')
  await redirectAfterSignIn()
  startSession({ ...chen, userType: 1 })
  at('')
  await redirectAfterSignIn()
  expect(went).toEqual(['/baseData/Orgs', '/', '/studentMain/index'])
})

it('opens an external address only as the server answers it', async () => {
  startSession(chen)
  answer.mockResolvedValueOnce({ url: 'https://app.example/?t=once' })
  at('?redirect_url=https%3A%2F%2Fapp.example%2F%3Ft%3D%7Bu_t%7D')
  await redirectAfterSignIn()
  expect(answer.mock.calls[0]![1]).toEqual({ body: { redirectUrl: 'https://app.example/?t={u_t}' } })
  expect(went).toEqual(['https://app.example/?t=once'])
})

it('redirects nowhere when the server refuses, or answers with a script', async () => {
  startSession(chen)
  at('?redirect_url=https%3A%2F%2Fevil.example')
  answer.mockRejectedValueOnce(new Error('refused'))
  await expect(redirectAfterSignIn()).rejects.toThrow('refused')
  answer.mockResolvedValueOnce({ url: 'javascript:alert(1)' })
  await expect(redirectAfterSignIn()).rejects.toThrow()
  expect(went).toEqual([])
})

it('passes the redirect between sign-in pages, and nothing else', () => {
  expect(getRedirectQuery('?view=sms&redirect=%2Fboard&ticket=secret')).toBe('?redirect=%2Fboard')
  expect(getRedirectQuery('?view=sms')).toBe('')
})

it('gives views of a page their own addresses', () => {
  const here = { pathname: '/login', search: '?redirect=%2Fboard' }
  expect(getViewUrl('forgot', here)).toBe('/login?redirect=%2Fboard&view=forgot')
  expect(getViewUrl('', { pathname: '/login', search: '?view=sms' })).toBe('/login')
})
