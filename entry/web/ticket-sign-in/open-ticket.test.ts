import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '#packages/web/core/session.ts'
import { confirmLogin, openTicket, refuseVisitor } from './open-ticket.ts'

const id = '01a1ddff-0000-7000-8000-000000000001'
const chen = { userId: id, realName: '陈国栋', userType: 3, orgId: id, orgName: '实验学校', orgType: 1 }
const identity = {
  ...chen,
  userInfoId: id,
  orgParentId: id,
  avatar: '',
  isManager: false,
  homeOrgName: '',
  isBound: false,
  post: '',
  switchoverOrg: 0,
}
const info = { ...identity, mobile: '', idCard: '', sex: '男', isAdmin: 0, classIds: [], subjectIds: [] }
const session = {
  ...identity,
  modules: [],
  needFillIdCard: false,
  mustChangePassword: false,
  phone: '',
  ip: '',
  needMsg: false,
  msgCode: '',
  msgId: '',
  methods: [],
  offersTrust: false,
  theme: 'system',
  isWeak: false,
  token: '1.new',
  tokenExpirationTime: '',
}
const redirects: string[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  redirects.length = 0
  history.replaceState(null, '', '/application/OAMessage?tab=2')
  vi.spyOn(location, 'assign').mockImplementation((address) => void redirects.push(String(address)))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const answer = (ret: number, msg: string, data: unknown = null, status = 200) =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ ret, msg, data, executeTime: 1, success: ret === 1 }), { status }),
  )
const dialog = () => document.querySelector('dialog')
const shown = () => vi.waitFor(() => dialog() ?? Promise.reject(new Error('no dialog')))
const getTexts = (shownDialog: HTMLElement) =>
  [...shownDialog.querySelectorAll('h2, p')].map(({ textContent }) => textContent)
const signIn = `/login?redirect_url=${encodeURIComponent('/application/OAMessage?tab=2&u_t={u_t}')}`

it('shows a notice in an application without a token or a u_t, and clears the local storage after confirmation', async () => {
  localStorage.setItem('something', 'x')
  void refuseVisitor()
  const shownDialog = await shown()
  expect(getTexts(shownDialog)).toEqual(['提示', '登录信息错误，请重新登录'])
  expect(localStorage.getItem('something')).toBe('x')
  shownDialog.querySelector('button')!.click()
  await vi.waitFor(() => expect(redirects).toEqual([signIn]))
  expect(localStorage.length).toBe(0)
})

it('shows an application only after the login info is loaded', async () => {
  startSession({ ...chen, token: '1.abc' })
  const shownDialog = Promise.withResolvers<(answer: Response) => void>()
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => shownDialog.resolve(done)))
  let isOver = false
  const confirmed = confirmLogin().then(() => (isOver = true))
  const answered = await shownDialog.promise
  expect(isOver).toBe(false)
  answered(new Response(JSON.stringify({ ret: 1, msg: '', data: info, executeTime: 1, success: true })))
  await confirmed
  expect(dialog()).toBeNull()
})

it('shows the message of the server when the login info fails, followed by ，请重新登录', async () => {
  startSession({ ...chen, token: '1.abc' })
  answer(-8, '您的账号已在别处登录')
  void confirmLogin()
  const shownDialog = await shown()
  expect(getTexts(shownDialog)).toEqual(['提示', '您的账号已在别处登录，请重新登录'])
  shownDialog.querySelector('button')!.click()
  await vi.waitFor(() => expect(redirects).toEqual([signIn]))
  expect(localStorage.getItem('token')).toBeNull()
})

it('does not repeat the request to sign in again', async () => {
  startSession({ ...chen, token: '1.abc' })
  answer(-3, '登录已失效，请重新登录')
  void confirmLogin()
  expect(getTexts(await shown())[1]).toBe('登录已失效，请重新登录')
})

it('stores the session of the u_t, and strips it from the address', async () => {
  history.replaceState(null, '', '/application/OAMessage?tab=2&u_t=1.ticket')
  answer(1, '', { needsConfirm: false, realName: '陈国栋', orgName: '实验学校', session })
  await openTicket()
  expect(location.pathname + location.search).toBe('/application/OAMessage?tab=2')
  expect(localStorage.getItem('token')).toBe('1.new')
})

it('keeps the existing session of the same person, which has more permissions than that of the application', async () => {
  const open = async () => {
    history.replaceState(null, '', '/application/OAMessage?tab=2&u_t=1.ticket')
    answer(1, '', { needsConfirm: false, realName: '陈国栋', orgName: '实验学校', session })
    await openTicket()
    return localStorage.getItem('token')
  }
  startSession({ ...chen, token: '1.own' })
  expect(await open()).toBe('1.own')
  expect(location.search).toBe('?tab=2')
  startSession({ ...chen, token: '1.other', app: 'GrowthTree' })
  expect(await open()).toBe('1.new')
})

it("asks before it uses another person's u_t", async () => {
  history.replaceState(null, '', '/application/OAMessage?u_t=1.ticket')
  answer(1, '', { needsConfirm: true, realName: '陈国栋', orgName: '实验学校', session: null })
  void openTicket()
  expect(getTexts(await shown())).toEqual(['提示', '将以「陈国栋 · 实验学校」身份打开'])
})

it('keeps the signed-in user when a u_t is invalid', async () => {
  history.replaceState(null, '', '/application/OAMessage?tab=2&u_t=used')
  startSession({ ...chen, token: '1.abc' })
  answer(-3, '')
  void openTicket()
  const shownDialog = await shown()
  expect(getTexts(shownDialog)).toEqual(['提示', '登录信息错误，请重新登录'])
  shownDialog.querySelector('button')!.click()
  await vi.waitFor(() => expect(redirects).toEqual([signIn]))
  expect(localStorage.getItem('token')).toBe('1.abc')
})
