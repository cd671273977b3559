/**
 * The first paint of staff pages on a slow phone: CPU four times slower, 1.6 Mbit/s, 150 ms. Needs the demo, a build and a
 * running server, like `pnpm pictures`. Prints the medians of the frame and of the first row, and what was transferred.
 */
import type { Browser } from '@playwright/test'
import { baseURL, launchBrowser, medianOf, openSlowPage, rounds, signInPeople } from './parts/slow-page.ts'

const limitMs = 1500

const { 'shiyan.head': head, 'shiyan.teacher': teacher } = await signInPeople(['shiyan.head', 'shiyan.teacher'])
const ownClasses = await fetch(`${baseURL}/api/student/myClasses`, {
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

const line = { latencyMs: 150, downMbit: 1.6, upMbit: 0.75 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** A phone with an empty cache, already signed in. */
async function measure(browser: Browser, { path, person }: (typeof pages)[number]) {
  const { context, page, devtools, readFirstPaint } = await openSlowPage(browser, person, line, phone)
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('main li, main h2').first().waitFor()
  const rowMs = await page.evaluate<number>('performance.now()')
  const paintMs = await readFirstPaint()
  await context.close()
  return { paintMs, rowMs, kB: bytes / 1000 }
}

const browser = await launchBrowser()
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
if (isSlow) process.exitCode = 1
