import type { Page } from '@playwright/test'

const watch = `(() => {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
})()`

/** From the next page on, the browser measures layout shifts. */
export const watchLayoutShift = (page: Page) => page.addInitScript(watch)
export const getLayoutShift = (page: Page) => page.evaluate<number>('window.shifted')
