import type { Page, Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()
const quietMs = 500
const lookMs = 50

/** The counters come by a request that never ends. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/msg/stream'

/** Counts what a page asks for from now on. */
export function watchRequests(page: Page) {
  const known = underWay.get(page)
  if (known) return known
  const open = new Set<Request>()
  const end = (request: Request) => void open.delete(request)
  page.on('request', (request) => isStream(request) || open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  underWay.set(page, open)
  return open
}

/** Until nothing was under way for half a second; Playwright's own `networkidle` would wait for the stream to end. */
export async function untilQuiet(page: Page) {
  const open = watchRequests(page)
  for (let since = Date.now(); Date.now() - since < quietMs;) {
    await page.waitForTimeout(lookMs)
    if (open.size > 0) since = Date.now()
  }
}
