import type { Page, Request } from '@playwright/test'

interface Traffic {
  inFlight: Set<Request>
  /** How many requests have begun so far. */
  begun: number
}

const traffic = new WeakMap<Page, Traffic>()

/** The message counters come by a request that never ends. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/msg/stream'

/**
 * Counts the timers of a page that end soon: a page that waits before it requests or draws is not idle yet. A repeating
 * timer does not count.
 */
const countTimers = `(() => {
  const soonMs = 600
  const repeats = 4
  const pending = new Set()
  const { setTimeout: start, clearTimeout: stop } = window
  let depth = 0
  window.pendingTimers = pending
  window.setTimeout = (work, ms = 0, ...rest) => {
    const own = depth + 1
    const id = start(() => {
      pending.delete(id)
      depth = own
      try {
        if (typeof work === 'function') work(...rest)
      } finally {
        depth = 0
      }
    }, ms)
    if (ms <= soonMs && own <= repeats) pending.add(id)
    return id
  }
  window.clearTimeout = (id) => {
    pending.delete(id)
    stop(id)
  }
})()`

/**
 * Waits until three frames in a row changed nothing and no timer was pending; two seconds for a page that never rests.
 */
const waitUntilStill = `new Promise((done) => {
  let still = 0
  let frames = 0
  const observer = new MutationObserver(() => (still = 0))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const look = () => {
    still = window.pendingTimers?.size ? 0 : still + 1
    if (still > 3 || ++frames > 120) {
      observer.disconnect()
      done()
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

/** Counts requests and timers of a page; from its next document on, so call it before `goto`. */
export async function watchPage(page: Page): Promise<Traffic> {
  const known = traffic.get(page)
  if (known) return known
  const watched: Traffic = { inFlight: new Set(), begun: 0 }
  traffic.set(page, watched)
  const end = (request: Request) => void watched.inFlight.delete(request)
  page.on('request', (request) => {
    if (isStream(request)) return
    watched.begun++
    watched.inFlight.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.addInitScript(countTimers)
  return watched
}

/**
 * Waits until everything requested is loaded and drawn: nothing in flight, and nothing begun while the page came to
 * rest. Playwright's own `networkidle` would wait for the event stream to end.
 */
export async function waitForIdle(page: Page) {
  const watched = await watchPage(page)
  for (let isQuiet = false; !isQuiet;) {
    const { begun } = watched
    // A document that is replaced by the next one rejects the promise.
    const isRested = await page.evaluate(waitUntilStill).then(
      () => true,
      (error: Error) => {
        if (!/context was destroyed|navigat/.test(error.message)) throw error
        return false
      },
    )
    isQuiet = isRested && watched.inFlight.size === 0 && watched.begun === begun
  }
}
