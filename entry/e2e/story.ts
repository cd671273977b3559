import { readFileSync } from 'node:fs'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { casts, password, type Cast, type Project } from './people.ts'
import { invitationFile } from './place.ts'
import { collectSecrets } from './secrets.ts'

/** What a project says about itself. */
export interface Options {
  cast: Cast
  isPhone: boolean
  /** What the browser may complain about, in journeys that make something fail. */
  tolerated: RegExp | null
}

interface Fixtures {
  /** The word of an invitation link that nobody has used yet. */
  invitation: string
}

/** A test that also fails when the browser complained: a script error, a refused style, a missing file. */
export const test = base.extend<Fixtures & Options>({
  cast: [casts.desktop, { option: true }],
  isPhone: [false, { option: true }],
  tolerated: [null, { option: true }],
  invitation: async ({ isPhone }, use) => {
    const words = JSON.parse(readFileSync(invitationFile, 'utf8')) as Record<Project, string>
    await use(words[isPhone ? 'phone' : 'desktop'])
  },
  context: async ({ context }, use) => {
    collectSecrets(context)
    await use(context)
  },
  page: async ({ page, tolerated }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !tolerated?.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(page)
    expect(complaints).toEqual([])
  },
})
export { expect }

/** What Chromium prints for a request that a journey cut off. */
export const cutOff = /^Failed to load resource: net::ERR_FAILED/

const organisations = '/baseData/Orgs'

export async function fillSignIn(page: Page, userName: string, word = password) {
  await page.getByLabel('用户名或手机号', { exact: true }).fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(word)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export const userMenuOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}.*用户菜单$`) })

export async function signIn(page: Page, userName: string) {
  await page.goto('/login')
  await fillSignIn(page, userName)
  await expect(page).not.toHaveURL(/\/login/)
}

export async function openOrganisations(page: Page, userName: string) {
  await signIn(page, userName)
  await expect(page).toHaveURL(organisations)
  await expect(page.getByRole('heading', { level: 1, name: '组织机构' })).toBeVisible()
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
}

/** The dialog for going elsewhere. */
export async function openSwitching(page: Page, isPhone: boolean) {
  if (isPhone) {
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '切换学校' }).click()
  } else {
    await page.getByRole('banner').getByRole('button', { name: /切换$/ }).click()
  }
  return page.getByRole('dialog', { name: '切换学校' })
}

/** The tree, wherever this size of window keeps it. */
export async function openTree(page: Page, isPhone: boolean): Promise<Locator> {
  if (isPhone) await page.getByRole('button', { name: /切换机构/ }).click()
  return page.getByRole('tree', { name: '组织机构树' })
}

export const nodeOf = (tree: Locator, name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })

/** What opens a row: its name in the table, or its card. */
export const rowOf = (page: Page, isPhone: boolean, name: string) =>
  isPhone
    ? page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}`) })
    : page.getByRole('link', { name, exact: true })

export const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')
