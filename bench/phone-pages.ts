/**
 * The first paint of staff pages on a slow phone: CPU four times slower, 1.6 Mbit/s, 150 ms. Needs the demo, a build and a
 * running server, like `pnpm pictures`. Prints the medians of the frame and of the first row, and what was transferred.
 */
import { chromium, request, type Browser } from '@playwright/test'
import { createStepClaims, signInToDemo } from '../entry/seed/demo-totp.ts'
import { ports } from '../tools/stack/stack-paths.ts'

const baseURL = `http://127.0.0.1:${ports.api}`
const rounds = process.argv.includes('--long') ? 9 : 5
const limitMs = 1500

interface Entered extends Record<string, unknown> {
  token: string
  needMsg: boolean
  msgId: string
}
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'
const browsing = await request.newContext({ baseURL, userAgent })
const post = async (path: string, data: object) => {
  const answer = await browsing.post(path, { data })
  return (await answer.json()) as { ret: number; msg: string; data: Entered | null }
}
const take = createStepClaims()
const signIn = async (userName: string) => {
  const {
    token,
    modules: _modules,
    ...user
  } = await signInToDemo(post, { userName, userPwd: 'Qinghe-Luye-2026', take })
  return { token, user }
}
const head = await signIn('shiyan.head')
const teacher = await signIn('shiyan.teacher')
const ownClasses = await browsing.get('/api/student/myClasses', {
  headers: { authorization: `Bearer ${teacher.token}` },
})
const { data } = (await ownClasses.json()) as { data: { classes: { classId: string }[] } | null }
const pages = [
  { name: 'home', path: '/staffMain/index', person: head },
  { name: 'messages', path: '/message', person: head },
  { name: 'to-dos', path: '/message?kind=todo&state=open', person: head },
  { name: 'contacts', path: '/directory', person: head },
  { name: 'support', path: '/support', person: head },
  { name: 'rooms', path: '/staffMain/rooms', person: head },
  { name: 'pupils of a class', path: `/staffMain/class/${data!.classes[0]!.classId}`, person: teacher },
]

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** A phone with an empty cache, already signed in. */
async function measure(browser: Browser, { path, person: { token, user } }: (typeof pages)[number]) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  })
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
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('main li, main h2').first().waitFor()
  const rowMs = await page.evaluate<number>('performance.now()')
  const paintMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity`,
  )
  await context.close()
  return { paintMs, rowMs, kB: bytes / 1000 }
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
let isSlow = false
for (const page of pages) {
  const { name } = page
  const runs = []
  for (let at = 0; at < rounds; at++) runs.push(await measure(browser, page))
  const paint = medianOf(runs.map(({ paintMs }) => paintMs))
  isSlow ||= paint > limitMs
  console.log(
    `${name}: first paint ${Math.round(paint)} ms, first row ${Math.round(medianOf(runs.map(({ rowMs }) => rowMs)))} ms, ` +
      `${medianOf(runs.map(({ kB }) => kB)).toFixed(0)} kB transferred${paint > limitMs ? '  TOO SLOW' : ''}`,
  )
}
await browser.close()
await browsing.dispose()
if (isSlow) process.exitCode = 1
