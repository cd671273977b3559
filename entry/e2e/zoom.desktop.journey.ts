import { gallery, inside } from './addresses.ts'
import { expect, signIn, test, widthOf } from './story.ts'
import { look } from './usable.ts'

test('a page survives being read at twice its size', async ({ page, cast }) => {
  test.slow()
  // 200 % on a screen of 1366 × 768.
  await page.setViewportSize({ width: 683, height: 384 })
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await widthOf(page)).toBeLessThanOrEqual(683)
  await signIn(page, cast.districtAdmin)
  // Every other page: the journeys of a phone look at all of them, and narrower.
  const all = [...inside, ...gallery.map((piece) => `/icon${piece}`)]
  for (const address of all.filter((_, at) => at % 2 === 0)) {
    await look(page, address)
    expect(await widthOf(page), address).toBeLessThanOrEqual(683)
  }
})
