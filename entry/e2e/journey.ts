import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base, type APIResponse, type Locator, type Page, type Request } from '@playwright/test'
import { casts, password, type Cast, type JourneyProject } from './cast.ts'
import { takeUnusedCode, signInToDemo, type ClaimTotpStep } from '../seed/demo-totp.ts'
import { invitationFile, usedCodesDir } from './e2e-settings.ts'
import { collectSecrets } from './search-secrets.ts'

/** Options of a Playwright project. */
export interface JourneyOptions {
  cast: Cast
  isPhone: boolean
  /** Browser errors that are expected, in journeys that make something fail. */
  tolerated: RegExp | null
}

interface Fixtures {
  /** The token of an unused invitation link. */
  invitation: string
  /** The same for the administrator of a school without data. */
  newSchoolInvitation: string
}

/** A test that also fails on browser errors: a script error, a refused style, a missing file. */
export const test = base.extend<Fixtures & JourneyOptions>({
  cast: [casts.desktop, { option: true }],
  isPhone: [false, { option: true }],
  tolerated: [null, { option: true }],
  invitation: async ({ isPhone }, use) => {
    const tokens = JSON.parse(readFileSync(invitationFile, 'utf8')) as Record<JourneyProject, string>
    await use(tokens[isPhone ? 'phone' : 'desktop'])
  },
  newSchoolInvitation: async ({ isPhone }, use) => {
    const tokens = JSON.parse(readFileSync(invitationFile, 'utf8')) as Record<`${JourneyProject}-new`, string>
    await use(tokens[isPhone ? 'phone-new' : 'desktop-new'])
  },
  context: async ({ context }, use) => {
    const keepSecrets = collectSecrets(context)
    const harmful: string[] = []
    context.on('request', (request) => {
      if (endsSharedSession(request)) harmful.push(`${request.url()}: sign in with isFresh`)
    })
    await use(context)
    expect(await keepSecrets()).toEqual([])
    expect(harmful).toEqual([])
  },
  page: async ({ page, tolerated }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !tolerated?.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await recordNotes(page)
    // The journey before may have left another window in front of it.
    await page.bringToFront()
    await use(page)
    expect(complaints).toEqual([])
  },
})
export { expect }

/** Records the short notes of a page: they disappear after three seconds, which a busy machine may miss. */
export const recordNotes = (page: Page) =>
  page.addInitScript(`
    window.shownNotes = []
    const status = '[role=status]'
    const keep = (node) => {
      const element = node instanceof Element ? node : node.parentElement
      // A note comes into its place, or with its place when a dialog opens or closes.
      if (element?.closest(status)) window.shownNotes.push(node.textContent)
      else for (const place of element?.querySelectorAll(status) ?? []) window.shownNotes.push(place.textContent)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(keep)
    }).observe(document, { subtree: true, childList: true })
  `)

/** Expects a note with this text, now or since the last call. */
export async function expectNote(page: Page, text: string) {
  const takeNote = `(() => {
    const at = window.shownNotes?.findIndex((note) => note.includes(${JSON.stringify(text)})) ?? -1
    return at >= 0 && window.shownNotes.splice(0, at + 1).length > 0
  })()`
  await expect(async () => {
    const isShown = (await page.evaluate<boolean>(takeNote)) || (await page.getByText(text).first().isVisible())
    expect(isShown, text).toBe(true)
  }).toPass({ timeout: 30_000, intervals: [50, 100, 250, 500] })
}

/** What Chromium prints for a request that a journey cut off. */
export const requestCutOff = /^Failed to load resource: net::ERR_FAILED/

/** A page of our origin that starts no script. */
export const blankPath = '/favicon.svg'
/** The first page after sign-in, and that of staff on a phone. */
export const homePath = '/dataCentre/dataBoard'
export const phoneHomePath = '/staffMain/index'
const organisationsPath = '/baseData/Orgs'

export async function fillSignIn(page: Page, userName: string, userPassword = password) {
  await page.getByLabel('用户名或手机号', { exact: true }).fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(userPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  if (userPassword === password && needsSecondFactor.test(userName)) await submitDemoCode(page, userName)
}

/** Demo users with permissions over others or over unmasked numbers, who need a second factor. */
const needsSecondFactor = /\.(?:admin|head|teacher)$/

/** A TOTP code of the demo that no journey has used. */
export const nextDemoCode = (userName: string) => takeUnusedCode(userName, takeCode)

/**
 * Submits such a code, and another one if a later code of another journey arrived first: then the earlier one is
 * refused.
 */
export async function submitDemoCode(page: Page, userName: string) {
  await page.getByRole('button', { name: '动态口令' }).click()
  const field = page.getByLabel('动态口令', { exact: true })
  for (let triesLeft = 4; triesLeft > 0; triesLeft--) {
    await field.fill(await nextDemoCode(userName))
    const refused = page.getByText(`还可以输入${triesLeft}次`)
    const isIn = await Promise.race([
      field.waitFor({ state: 'hidden' }).then(() => true),
      refused.waitFor().then(() => false),
    ])
    if (isIn) return
  }
}

/** On a desktop every page shows the user's name; on a phone the session is checked. */
export async function expectSignedIn(page: Page, name: string) {
  // The sign-in pages have a banner too; only the shell has a skip link, and only the phone's home has tabs.
  const shell = page.getByRole('link', { name: '跳到内容' })
  await expect(shell.or(page.getByRole('navigation', { name: '主要页面' })).first()).toBeAttached()
  if (!isNarrow(page)) await expect(page.getByRole('button', { name: new RegExp(`^${name}.*用户菜单$`) })).toBeVisible()
  const stored = () => page.evaluate<string | undefined>('JSON.parse(localStorage.getItem("user") ?? "null")?.realName')
  await expect.poll(stored).toBe(name)
}

interface SignedIn {
  token: string
  user: Record<string, unknown>
}

async function openSession(page: Page, userName: string): Promise<SignedIn> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    return (await answer.json()) as { ret: number; msg: string; data: SignInAnswer | null }
  }
  const { token, modules: _, ...user } = await signInToDemo(post, { userName, userPwd: password, take: takeCode })
  return { token, user }
}

interface SignInAnswer extends Record<string, unknown> {
  token: string
  needMsg: boolean
  msgId: string
}

/** Each TOTP code of the demo is used once, by one worker. */
const takeCode: ClaimTotpStep = (userName, step) => {
  try {
    writeFileSync(join(usedCodesDir, `${userName}-${step}`), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/**
 * Another session of a user, by a QR code that the shared session scans, because there is only one TOTP code in thirty
 * seconds.
 */
async function scanSession(page: Page, userName: string): Promise<SignedIn> {
  const { token: scanning } = await shareSession(page, userName)
  const headers = { authorization: `Bearer ${scanning}` }
  const { code } = await dataOf<{ code: string }>(page.request.get('/api/users/loginQrCode'))
  await dataOf(page.request.post(`/api/users/scanQrCode?code=${code}`, { data: {}, headers }))
  await dataOf(page.request.post(`/api/users/setQrCode?code=${code}`, { data: { cancel: false }, headers }))
  const entered = await dataOf<SignInAnswer>(page.request.post('/api/users/qrLogin', { data: { code } }))
  const { token, modules: _, ...user } = entered
  return { token, user }
}

async function dataOf<Data>(response: Promise<APIResponse>): Promise<Data> {
  const { ret, msg, data } = (await (await response).json()) as { ret: number; msg: string; data: Data }
  if (ret !== 1) throw new Error(msg)
  return data
}

/** One session per user and worker. A journey that ends or changes a session needs a fresh one. */
const sharedSessions = new Map<string, Promise<SignedIn>>()
const sharedTokens = new Set<string>()

async function shareSession(page: Page, userName: string): Promise<SignedIn> {
  const opened = sharedSessions.get(userName) ?? openSession(page, userName)
  sharedSessions.set(userName, opened)
  try {
    const session = await opened
    sharedTokens.add(session.token)
    return session
  } catch (error) {
    sharedSessions.delete(userName)
    throw error
  }
}

const endsSession = /\/(?:logout|switchoverOrg|updatePwd|endDevice|endOtherDevices|unbind)$/

/** Whether a request ends or changes a session that other journeys share. */
function endsSharedSession(request: Request) {
  const token = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1]
  return endsSession.test(new URL(request.url()).pathname) && token !== undefined && sharedTokens.has(token)
}

/**
 * Signs in by the API and opens the page of the journey. The session is shared with other journeys; `isFresh` opens a
 * separate one, for journeys that sign out, switch, change a password or list sessions.
 */
export async function signIn(page: Page, userName: string, address = '/', { isFresh = false } = {}) {
  const { token, user } = await (isFresh && needsSecondFactor.test(userName)
    ? scanSession(page, userName)
    : isFresh
      ? openSession(page, userName)
      : shareSession(page, userName))
  await page.goto(blankPath)
  const stored = JSON.stringify([token, JSON.stringify(user)])
  await page.evaluate(`{
    const [token, user] = ${stored}
    localStorage.clear()
    sessionStorage.clear()
    document.cookie = 'sid=' + crypto.randomUUID() + '; path=/; samesite=lax'
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
  }`)
  if (address === blankPath) return
  await page.goto(address)
  await expect(page).not.toHaveURL(/\/login(?:[?#]|$)/)
}

export async function openOrganisations(page: Page, userName: string, options: { isFresh?: boolean } = {}) {
  await signIn(page, userName, organisationsPath, options)
  await expect(page.getByRole('heading', { level: 1, name: '组织机构' })).toBeVisible()
}

const isNarrow = (page: Page) => page.viewportSize()!.width < 992

/** The account menu: a menu on a desktop, a page on a phone. */
export async function openUserMenu(page: Page) {
  if (isNarrow(page)) await page.goto('/personal')
  else await page.getByRole('button', { name: /用户菜单/ }).click()
}

export const getUserMenuItems = (page: Page) =>
  isNarrow(page) ? page.getByRole('main').getByRole('button') : page.getByRole('menuitem')

export const getUserMenuItem = (page: Page, name: string) =>
  isNarrow(page)
    ? page.getByRole('main').getByRole('button', { name, exact: true })
    : page.getByRole('menuitem', { name, exact: true })

export async function signOut(page: Page) {
  await openUserMenu(page)
  await getUserMenuItem(page, '退出登录').click()
  await expect(page).toHaveURL('/login')
}

/** The dialog for switching the organisation. */
export async function openOrganisationSwitch(page: Page, isPhone: boolean) {
  // On a phone only the board shows the name of the organisation.
  if (isPhone) await page.goto(homePath)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /切换(学校)?$/ })
    .click()
  return page.getByRole('dialog', { name: '切换学校' })
}

/** The tree; a small window has it in a drawer. */
export async function openTree(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole('button', { name: /切换机构/ }).click()
  return page.getByRole('tree', { name: '组织机构树' })
}

export const getTreeNode = (tree: Locator, name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })

/** The element that opens a row: its name in the table, or its card. */
export const getRow = (page: Page, isPhone: boolean, name: string) =>
  isPhone
    ? page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}`) })
    : page.getByRole('link', { name, exact: true })

export const getPageWidth = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')
