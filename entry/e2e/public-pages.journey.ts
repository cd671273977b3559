import { expect, blankPath, signIn, test } from './journey.ts'
import { specifiedPublicAddresses } from './page-addresses.ts'

for (const isSignedIn of [false, true]) {
  const who = isSignedIn ? 'somebody signed in' : 'a visitor'
  // One case on a desktop, the other on a phone.
  test(
    `each of the twelve public addresses answers without a token that nothing is published there: ${who}`,
    {
      tag: isSignedIn ? [] : '@phone',
    },
    async ({ page, cast }) => {
      if (isSignedIn) await signIn(page, cast.teacher, blankPath)
      const withToken: string[] = []
      page.on('request', (request) => {
        if (request.headers()['authorization']) withToken.push(request.url())
      })
      expect(specifiedPublicAddresses).toHaveLength(12)
      for (const address of specifiedPublicAddresses) {
        await page.goto(address)
        await expect(page.getByRole('heading', { name: '该页面未发布或已失效' })).toBeVisible()
        await expect(page.getByRole('link', { name: '隐私政策' })).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(address)
      }
      expect(withToken).toEqual([])
    },
  )
}

test('help, policies and the filing are one click away from the sign-in page', async ({ page }) => {
  await page.goto('/login')
  const foot = page.getByRole('contentinfo')
  await foot.getByRole('link', { name: '隐私政策' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /隐私政策/ })).toBeVisible()
  await page.goto('/footer')
  await expect(page.getByRole('link', { name: /帮助/ }).first()).toBeVisible()
})
