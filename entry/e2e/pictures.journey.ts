import { join } from 'node:path'
import { root } from '../modules.ts'
import { casts } from './people.ts'
import { openOrganisations, rowOf, test } from './story.ts'

// Pictures for the documents, taken with the demo district: SCREENSHOTS=1 pnpm e2e pictures
const { districtAdmin, school } = casts.desktop

test('pictures of what there is', async ({ browser, isPhone, viewport, baseURL }) => {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  const take = async (name: string) => {
    await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))')
    await page.screenshot({ path: join(root, `docs/pictures/${name}-${viewport!.width}.png`) })
  }
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await take('login')
  await openOrganisations(page, districtAdmin)
  await rowOf(page, isPhone, school).waitFor()
  await take('organisations')
  await rowOf(page, isPhone, school).click()
  await page.getByText('联系方式').waitFor()
  await take('organisations-detail')
  await context.close()
})
