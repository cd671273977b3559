import type { Page } from '@playwright/test'
import {
  developerPages,
  familyPages,
  galleryPages,
  platformPages,
  publicPages,
  signedInPages,
} from './page-addresses.ts'
import type { Cast } from './cast.ts'
import { platformAdministrators } from './outside-people.ts'
import { waitForIdle } from './page-idle.ts'
import { openAsCompany, signInPlatform } from './sign-in-outside.ts'
import { getProject } from './sign-in-people.ts'
import { expect, blankPath, openOrganisationSwitch, getRow, signIn, test, getPageWidth } from './journey.ts'
import { expectLargeText, expectAccessible, openPage, setTheme } from './accessibility.ts'

test.describe.configure({ timeout: 120_000 })

const phoneSize = { width: 390, height: 844 }
const narrowest = { width: 360, height: 740 }
/** A screen of 1366 × 768 at 200 %. */
const enlarged = { width: 683, height: 384 }

/** Pages per test: short tests keep both workers busy to the end. */
const partSize = 7

/** Every page is checked in both window sizes and both text sizes: half of them in each combination. */
const turn = (pages: readonly string[], isBig: boolean, isPhone: boolean) =>
  pages.filter((_, at) => (at % 2 === 0) === (isBig === isPhone))

/**
 * Every page is checked in both themes: in one with usual text, in the other with large text. Its address decides
 * which, so that a new page changes nothing for the others.
 */
const isDarkTurn = (address: string, isBig: boolean) => {
  const sum = Buffer.from(address).reduce((total, byte) => total + byte, 0)
  return (sum % 2 === 0) === isBig
}

interface Reader {
  page: Page
  cast: Cast
  isPhone: boolean
}
const as =
  (who: 'districtAdmin' | 'guardian') =>
  ({ page, cast }: Reader) =>
    signIn(page, cast[who], blankPath)

const groups: readonly { what: string; pages: readonly string[]; enter?: (reader: Reader) => Promise<void> }[] = [
  { what: 'the pages before sign-in', pages: publicPages },
  { what: 'the pages after sign-in', pages: signedInPages, enter: as('districtAdmin') },
  { what: 'the pages of families', pages: familyPages, enter: as('guardian') },
  { what: 'the sample pages', pages: galleryPages.map((piece) => `/icon${piece}`), enter: as('districtAdmin') },
  { what: 'the pages of developers', pages: developerPages, enter: ({ page }) => openAsCompany(page, blankPath) },
  {
    what: 'the pages of the platform',
    pages: platformPages,
    enter: ({ page, isPhone }) => signInPlatform(page, platformAdministrators[getProject(isPhone)], blankPath),
  },
]

async function expectFits(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await waitForIdle(page)
  expect(await getPageWidth(page), `${page.url()} at ${size.width}`).toBeLessThanOrEqual(size.width)
}

for (const isBig of [false, true]) {
  test.describe(isBig ? 'in large letters' : 'in usual letters', { tag: '@both' }, () => {
    const judge = async (page: Page, isPhone: boolean) => {
      await expectAccessible(page, isBig)
      if (isBig) await expectLargeText(page)
      if (!isPhone) return
      await expectFits(page, narrowest)
      if (!isBig) await expectFits(page, enlarged)
      await page.setViewportSize(phoneSize)
    }

    test.beforeEach(async ({ context, baseURL }) => {
      await context.addCookies([{ name: 'bigText', value: isBig ? '1' : '0', url: baseURL! }])
    })

    for (const { what, pages, enter } of groups) {
      const parts = Math.ceil(pages.length / 2 / partSize)
      for (let part = 0; part < parts; part++) {
        test(`${what} are accessible, part ${part + 1} of ${parts}`, async ({ page, baseURL, cast, isPhone }) => {
          const addresses = turn(pages, isBig, isPhone)
          const size = Math.ceil(addresses.length / parts)
          await enter?.({ page, cast, isPhone })
          for (const address of addresses.slice(part * size, (part + 1) * size)) {
            await setTheme(page, baseURL!, isDarkTurn(address, isBig))
            await openPage(page, address)
            // Otherwise the sign-in page would be checked instead.
            if (enter) await expect(page).not.toHaveURL(/\/(?:login|userLogin|developerLogin)(?:[?#]|$)/)
            await judge(page, isPhone)
          }
        })
      }
    }

    test('dialogs and panels are accessible', async ({ page, baseURL, cast, isPhone }) => {
      await signIn(page, cast.districtAdmin, blankPath)
      await setTheme(page, baseURL!, isBig === isPhone)
      await openPage(page, '/baseData/Orgs')
      await getRow(page, isPhone, cast.school).click()
      await page.getByText('联系方式').waitFor()
      await judge(page, isPhone)
      await page.getByRole('button', { name: '关闭' }).first().click()
      await page.getByRole('button', { name: '新建机构' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await judge(page, isPhone)
      await page.keyboard.press('Escape')
      const dialog = await openOrganisationSwitch(page, isPhone)
      await dialog.getByRole('treeitem').first().waitFor()
      await judge(page, isPhone)
    })
  })
}
