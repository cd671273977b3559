/**
 * The first page after sign-in and a list, with an empty cache on a slow desktop: CPU four times slower, 10 Mbit/s,
 * 40 ms. Needs the demo, a build and a running server, like `pnpm pictures`. Prints medians: the time until the page is
 * usable, requests, kB on the wire and small scripts. A page is usable when its menu is there and nothing in it is a
 * skeleton. Fails above the limits.
 */
import type { Browser } from '@playwright/test'
import { baseURL, launchBrowser, medianOf, openSlowPage, rounds, signInPeople } from './parts/slow-page.ts'

const limits = { usableMs: 2500, requests: 25 }
const pages = [
  { name: 'board of a school', userName: 'shiyan.head', path: '/', content: 'main h1', kB: 300 },
  { name: 'board of a district', userName: 'yunhe.admin', path: '/', content: 'main h1', kB: 300 },
  { name: 'pupils', userName: 'shiyan.head', path: '/baseData/Student', content: 'main tbody tr td', kB: 420 },
  { name: 'staff', userName: 'shiyan.head', path: '/baseData/User', content: 'main tbody tr td', kB: 420 },
] as const

const people = await signInPeople(['shiyan.head', 'yunhe.admin'])
const line = { latencyMs: 40, downMbit: 10, upMbit: 10 }

/** The last moment at which the page became usable: a skeleton that appears later moves it. */
const watchUsable = (content: string) => `(() => {
  const look = () => {
    const isUsable = document.querySelector('nav a') && document.querySelector(${JSON.stringify(content)}) &&
      ![...document.querySelectorAll('main [aria-label="正在加载"]')].some((one) => one.checkVisibility())
    window.usableAt = isUsable ? window.usableAt ?? performance.now() : undefined
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

interface Request {
  url: string
  type: string
  bytes: number
}

/** Opens the page with an empty cache, already signed in, and waits until nothing has been transferred for a second. */
async function measure(browser: Browser, { userName, path, content }: (typeof pages)[number]) {
  const options = { viewport: { width: 1366, height: 768 } }
  const { context, page, devtools, readFirstPaint } = await openSlowPage(browser, people[userName], line, options)
  const requests = new Map<string, Request>()
  let lastAt = performance.now()
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = '' }) => {
    lastAt = performance.now()
    requests.set(requestId, { url: url.replace(baseURL, ''), type, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = performance.now()
    const known = requests.get(requestId)
    if (known) known.bytes = encodedDataLength
  })
  await page.addInitScript(watchUsable(content))
  await page.goto(path, { waitUntil: 'commit' })
  const readUsable = () => page.evaluate<number | null>('window.usableAt ?? null')
  const giveUpAt = performance.now() + 60_000
  while ((await readUsable()) === null || performance.now() - lastAt < 1000) {
    if (performance.now() > giveUpAt) throw new Error(`${path} is not usable after a minute`)
    await page.waitForTimeout(100)
  }
  const usableMs = (await readUsable()) ?? Infinity
  const paintMs = await readFirstPaint()
  await context.close()
  const all = [...requests.values()].filter(({ url }) => url.startsWith('/'))
  const scripts = all.filter(({ type }) => type === 'Script')
  return {
    usableMs,
    paintMs,
    requests: all.length,
    kB: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    scripts: scripts.length,
    small: scripts.filter(({ bytes }) => bytes < 2000).length,
    all,
  }
}

const browser = await launchBrowser()
for (const one of pages) {
  const runs: Awaited<ReturnType<typeof measure>>[] = []
  for (let at = 0; at < rounds; at++) runs.push(await measure(browser, one))
  const median = (figure: 'usableMs' | 'paintMs' | 'requests' | 'kB' | 'scripts' | 'small') =>
    medianOf(runs.map((run) => run[figure]))
  const isOver = median('usableMs') > limits.usableMs || median('requests') > limits.requests || median('kB') > one.kB
  if (isOver) process.exitCode = 1
  console.log(
    `${one.name}: usable ${Math.round(median('usableMs'))} ms, first paint ${Math.round(median('paintMs'))} ms, ` +
      `${median('requests')} requests, ${median('kB').toFixed(0)} kB, ${median('scripts')} scripts, ` +
      `${median('small')} below 2 kB${isOver ? '  OVER ITS LIMIT' : ''}`,
  )
  if (process.argv.includes('--requests'))
    for (const { url, bytes } of runs.at(-1)!.all) console.log(`  ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${url}`)
}
await browser.close()
