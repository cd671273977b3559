/** A browser with an empty cache on a slow machine and line, signed in to the demo of the running server. */
import { chromium, request, type Browser, type BrowserContextOptions } from '@playwright/test'
import { createStepClaims, signInToDemo } from '../../entry/seed/demo-totp.ts'
import { ports } from '../../tools/stack/stack-paths.ts'

export const baseURL = process.env['BENCH_URL'] ?? `http://127.0.0.1:${ports.api}`
export const rounds = process.argv.includes('--long') ? 9 : 5

interface Entered extends Record<string, unknown> {
  token: string
  needMsg: boolean
  msgId: string
}

interface Person {
  token: string
  user: Record<string, unknown>
}

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
const take = createStepClaims()

/** Signs these people of the demo in. */
export async function signInPeople<Name extends string>(userNames: readonly Name[]): Promise<Record<Name, Person>> {
  const client = await request.newContext({ baseURL, userAgent })
  const post = async (path: string, data: object) => {
    const answer = await client.post(path, { data })
    return (await answer.json()) as { ret: number; msg: string; data: Entered | null }
  }
  const people: Partial<Record<Name, Person>> = {}
  for (const userName of userNames) {
    const {
      token,
      modules: _modules,
      ...user
    } = await signInToDemo(post, { userName, userPwd: 'Qinghe-Luye-2026', take })
    people[userName] = { token, user }
  }
  await client.dispose()
  return people as Record<Name, Person>
}

export const launchBrowser = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  })

interface SlowLine {
  latencyMs: number
  downMbit: number
  upMbit: number
}

/** A new page of its own context; the CPU is four times slower. */
export async function openSlowPage(
  browser: Browser,
  { token, user }: Person,
  { latencyMs, downMbit, upMbit }: SlowLine,
  options: BrowserContextOptions,
) {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', ...options })
  const page = await context.newPage()
  await page.goto('/favicon.svg')
  await page.evaluate(`{
    const [token, user] = ${JSON.stringify([token, JSON.stringify(user)])}
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
    document.cookie = 'sid=' + crypto.randomUUID() + '; path=/; samesite=lax'
  }`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: (downMbit * 1_000_000) / 8,
    uploadThroughput: (upMbit * 1_000_000) / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const readFirstPaint = () =>
    page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`)
  return { context, page, devtools, readFirstPaint }
}

export const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
