import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { waitForIdle, watchPage } from './page-idle.ts'
import { expect } from './journey.ts'

/**
 * Expects no serious axe finding, and no English label of a library. Large text has its own colours and the same
 * labels, so there only the colours are checked.
 */
export async function expectAccessible(page: Page, isBig = false) {
  // Waits for the end of transitions; endless animations are checked as they are.
  await page.evaluate(`Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => {})),
  )`)
  // Otherwise axe opens a second page for frames of other origins, which we do not have: four times as slow.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (isBig ? axe.withRules(['color-contrast']) : axe).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    page.url(),
  ).toEqual([])
  const ariaText = await page.locator('body').ariaSnapshot()
  // Table cells contain what users typed.
  expect(ariaText.match(/^\s*- (?!cell|row)\w+ "[a-z].*/gm) ?? [], page.url()).toEqual([])
}

/** Opens a page and waits until it is idle. */
export async function openPage(page: Page, address: string) {
  await watchPage(page)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitForIdle(page)
}

/** The theme of the pages opened from now on. */
export const setTheme = (page: Page, url: string, isDark: boolean) =>
  page.context().addCookies([{ name: 'theme', value: isDark ? 'dark' : 'light', url }])

/** The 大字 requirements: no text below 18 px, no control below 60 × 60. */
export async function expectLargeText(page: Page) {
  const small = await page.evaluate<string[]>(`(() => {
    const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const words = [...document.querySelectorAll('body *')].filter(
      (one) => isSeen(one) && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
    )
    const isHidden = ({ clipPath, position, fontSize }) => (clipPath !== 'none' && position === 'absolute') || fontSize === '0px'
    const found = []
    for (const one of words) {
      const style = getComputedStyle(one)
      if (parseFloat(style.fontSize) < 18 && !isHidden(style)) found.push(style.fontSize + ' ' + one.outerHTML.slice(0, 120))
    }
    for (const one of document.querySelectorAll('a[href], button, input, select, textarea, [role=button], [role=tab]')) {
      if (!isSeen(one) || one.closest('p, li p, td, dd, [data-inline]')) continue
      // antd's field is the box around the input: a press anywhere in it is a press on it.
      const target = one.closest('label, .ant-select, .ant-input-affix-wrapper') ?? one
      const { width, height } = target.getBoundingClientRect()
      // A field stands inside the edge of its box.
      const least = one.matches('input, select, textarea') ? 55.5 : 59.5
      if (width > 1 && (height < least || width < least)) found.push(Math.round(width) + '×' + Math.round(height) + ' ' + one.outerHTML.slice(0, 120))
    }
    return found
  })()`)
  expect(small, page.url()).toEqual([])
}
