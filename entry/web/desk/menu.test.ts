import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { startSession, useSession } from '#packages/web/core/session.ts'
import { signOutToLogin, loadMenu, menuOptions, queryClient } from './menu.ts'
import { changeTags, useTags } from './page-tags/tag-store.ts'
import { visitPage } from './page-tags/page-tags.ts'
import { teacher } from './testing/teacher.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** What is still stored of the previous user. */
const left = () => ({
  org: useSession.getState().orgId,
  token: localStorage.getItem('token'),
  user: localStorage.getItem('user') !== null,
  modules: queryClient.getQueryData(menuOptions.queryKey) !== undefined,
  others: ['adminToken', 'developerToken'].filter((name) => localStorage.getItem(name) !== null),
  tags: useTags.getState().tags.filter(({ isPinned }) => !isPinned).length,
})

it('logs out in order: clears the organisation, calls logout, clears the session and all else, closes the tags, goes to /login', async () => {
  startSession(teacher)
  localStorage.setItem('adminToken', 'a')
  localStorage.setItem('developerToken', 'd')
  queryClient.setQueryData(menuOptions.queryKey, { modules: [], permissions: [], theme: 'system', bureauName: '' })
  changeTags((before) => visitPage(before, { path: '/personal/info', title: '个人信息', address: '/personal/info' }))

  const seen: [what: string, left: ReturnType<typeof left>][] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const { authorization, 'x-org-id': orgId } = headers as Record<string, string>
    seen.push([`${address} as ${authorization} in ${orgId}`, left()])
    return new Response(JSON.stringify({ ret: 1, msg: '', data: null, executeTime: 1, success: true }))
  })
  vi.spyOn(location, 'assign').mockImplementation((address) => void seen.push([String(address), left()]))
  const whole = { token: '1.abc', user: true, modules: true, others: ['adminToken', 'developerToken'], tags: 1 }
  await signOutToLogin()
  expect(seen).toEqual([
    ['/api/users/logout as Bearer 1.abc in undefined', { org: '', ...whole }],
    ['/login', { org: '', token: null, user: false, modules: false, others: [], tags: 0 }],
  ])
})

it('signs out although the server cannot be reached', async () => {
  vi.useFakeTimers()
  startSession(teacher)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const leaving = signOutToLogin()
  await vi.advanceTimersByTimeAsync(2_000)
  await leaving
  vi.useRealTimers()
  expect(assign).toHaveBeenCalledWith('/login')
  expect(useSession.getState().token).toBe('')
})

it.each([
  [0, '单位已停用', 200, '单位已停用'],
  [0, '', 200, 'Has Error'],
  [-500, '系统出现异常', 500, 'An unexpected server error occurred. (500)\n系统出现异常'],
])(
  'shows the error when routes cannot be generated (%i “%s”), clears the token and goes to login with a redirect',
  async (ret, msg, status, message) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const body = JSON.stringify({ ret, msg, data: null, executeTime: 1, success: false })
    vi.stubGlobal('fetch', async () => new Response(body, { status }))
    history.replaceState(null, '', '/baseData/Orgs?page=2')
    startSession(teacher)
    loadMenu().catch(() => {})
    loadMenu().catch(() => {})
    await vi.waitFor(() => expect(assign).toHaveBeenCalled())
    expect(assign).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2FbaseData%2FOrgs%3Fpage%3D2')
    expect(takeSignInNotice()).toBe(message)
    expect(useSession.getState().token).toBe('')
  },
)

it('shows users of an open application that the session is over, instead of redirecting them', async () => {
  const body = JSON.stringify({ ret: -8, msg: '您的账号已在别处登录', data: null, executeTime: 1, success: false })
  vi.stubGlobal('fetch', async () => new Response(body))
  history.replaceState(null, '', '/application/OAMessage')
  startSession(teacher)
  loadMenu().catch(() => {})
  await vi.waitFor(() =>
    expect(document.querySelector('dialog')?.textContent).toContain('您的账号已在别处登录，请重新登录'),
  )
})
