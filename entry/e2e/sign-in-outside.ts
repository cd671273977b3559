import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { OutsideKind } from '#packages/core'
import { password } from './cast.ts'
import { companySessionsFile } from './e2e-settings.ts'
import { blankPath, expect, nextDemoCode } from './journey.ts'
import type { JourneyCompany } from './outside-people.ts'

interface Answer {
  msg: string
  data: { token: string; ticket: string } | null
}

async function openPlatformSession(page: Page, userName: string): Promise<string> {
  const post = async (path: string, data: object) => {
    const { data: given, msg } = (await (await page.request.post(`/api/platform${path}`, { data })).json()) as Answer
    if (!given) throw new Error(`${userName} cannot sign in: ${msg}`)
    return given
  }
  const { ticket } = await post('/login', { userName, userPwd: password })
  return (await post('/loginCode', { ticket, code: await nextDemoCode(userName) })).token
}

/** One session per administrator and worker. */
const platformSessions = new Map<string, Promise<string>>()

/** Signs in a platform administrator by the API, and opens the page. */
export async function signInPlatform(page: Page, userName: string, address = '/platform/districts') {
  const opened = platformSessions.get(userName) ?? openPlatformSession(page, userName)
  platformSessions.set(userName, opened)
  await openAs(page, 'platform', await opened, address)
}

/** The session that the set-up opened for a company. */
export const getCompanyToken = (who: JourneyCompany = 'library') =>
  (JSON.parse(readFileSync(companySessionsFile, 'utf8')) as Record<JourneyCompany, string>)[who]

/** Opens a page of a company. */
export const openAsCompany = (page: Page, address: string) => openAs(page, 'developer', getCompanyToken(), address)

const tokenKeys = { platform: 'adminToken', developer: 'developerToken' } as const

async function openAs(page: Page, kind: OutsideKind, token: string, address: string) {
  await page.goto(blankPath)
  const stored = JSON.stringify([tokenKeys[kind], token])
  await page.evaluate(`{
    localStorage.clear()
    sessionStorage.clear()
    // Without this cookie the next page takes the browser for a new one, and clears the storage.
    document.cookie = 'sid=' + crypto.randomUUID() + '; path=/; samesite=lax'
    localStorage.setItem(...${stored})
  }`)
  if (address === blankPath) return
  await page.goto(address)
  await expect(page).not.toHaveURL(/\/developerLogin/)
}
