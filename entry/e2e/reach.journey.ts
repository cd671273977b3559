import type { Page } from '@playwright/test'
import { expect, openSwitching, rowOf, signIn, test, widthOf } from './story.ts'
import { gallery, inside, open } from './addresses.ts'
import { expectBig, expectUsable, look } from './usable.ts'

const narrowest = 360

/** Every page is looked at in both sizes and in both letters: half of them one way round, half the other. */
const turn = (pages: readonly string[], isBig: boolean, isPhone: boolean) =>
  pages.filter((_, at) => (at % 2 === 0) === (isBig === isPhone))

for (const isBig of [false, true]) {
  test.describe(isBig ? 'in large letters' : 'in usual letters', () => {
    const judge = async (page: Page, isPhone: boolean) => {
      await expectUsable(page, isBig)
      if (isBig) await expectBig(page)
      if (!isPhone) return
      await page.setViewportSize({ width: narrowest, height: 740 })
      expect(await widthOf(page), page.url()).toBeLessThanOrEqual(narrowest)
      await page.setViewportSize({ width: 390, height: 844 })
    }

    test.beforeEach(async ({ context, baseURL }) => {
      await context.addCookies([{ name: 'bigText', value: isBig ? '1' : '0', url: baseURL! }])
    })

    test('everybody can read and reach the pages in front of the doors', async ({ page, isPhone }) => {
      test.slow()
      for (const address of turn(open, isBig, isPhone)) {
        await look(page, address)
        await judge(page, isPhone)
      }
    })

    test('everybody can read and reach the pages inside', async ({ page, cast, isPhone }) => {
      test.slow()
      await signIn(page, cast.districtAdmin)
      for (const address of turn(inside, isBig, isPhone)) {
        await look(page, address)
        await judge(page, isPhone)
      }
    })

    test('everybody can read and reach the archetypes', async ({ page, cast, isPhone }) => {
      test.slow()
      await signIn(page, cast.districtAdmin)
      for (const piece of turn(gallery, isBig, isPhone)) {
        await look(page, `/icon${piece}`)
        await judge(page, isPhone)
      }
    })

    test('everybody can read and reach what opens over a page', async ({ page, cast, isPhone }) => {
      await signIn(page, cast.districtAdmin)
      await look(page, '/baseData/Orgs')
      await rowOf(page, isPhone, cast.school).click()
      await page.getByText('联系方式').waitFor()
      await judge(page, isPhone)
      await page.getByRole('button', { name: '关闭' }).first().click()
      await page.getByRole('button', { name: '新建机构' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await judge(page, isPhone)
      await page.keyboard.press('Escape')
      const dialog = await openSwitching(page, isPhone)
      await dialog.getByRole('treeitem').first().waitFor()
      await judge(page, isPhone)
    })
  })
}
