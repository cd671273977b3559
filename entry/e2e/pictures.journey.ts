import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { checkout } from '../../tools/stack/place.ts'
import { casts } from './people.ts'
import { untilQuiet, watchPage } from './quiet.ts'
import { rowOf, signIn, test } from './story.ts'

// Pictures for the documents, taken with the demo district: SCREENSHOTS=1 pnpm e2e pictures
const { districtAdmin, school } = casts.desktop

const looks = [
  { name: '', isBig: false, width: undefined },
  { name: '-big', isBig: true, width: undefined },
  { name: '', isBig: false, width: 1920 },
] as const

for (const look of looks) {
  const title = look.isBig ? 'in large letters' : look.width ? 'on a large screen' : 'of what there is'
  test(`pictures ${title}`, { tag: '@both' }, async ({ browser, isPhone, viewport, baseURL }) => {
    if (isPhone && look.width) return
    const size = look.width ? { width: look.width, height: 1080 } : viewport!
    const context = await browser.newContext({
      viewport: size,
      deviceScaleFactor: isPhone ? 2 : 1,
      isMobile: isPhone,
      hasTouch: isPhone,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      ...(baseURL && { baseURL }),
    })
    if (look.isBig) await context.addCookies([{ name: 'bigText', value: '1', url: baseURL! }])
    const page = await context.newPage()
    await watchPage(page)
    const take = async (name: string) => {
      await untilQuiet(page)
      await page.screenshot({ path: join(checkout, `docs/pictures/${name}-${size.width}${look.name}.png`) })
    }
    await page.goto('/login')
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await take('login')
    await signIn(page, districtAdmin)
    await takeInside(page, isPhone, take)
    await context.close()
  })
}

async function takeInside(page: Page, isPhone: boolean, take: (name: string) => Promise<void>) {
  await page.goto('/dataCentre/dataBoard')
  await page.getByRole('region', { name: '待办' }).waitFor()
  await take('board')
  await page.goto('/baseData/Orgs')
  await rowOf(page, isPhone, school).waitFor()
  await take('organisations')
  await page.goto('/icon/forms')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await take('form')
  await page.goto('/icon/details')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await take('detail')
}
