import { createHmac, randomBytes } from 'node:crypto'
import { callAsCompany, createCompanyApplication } from '#entry/e2e/company-application.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

const callCount = 4
const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

test('the district finds the calls of an application, one by one and in the minutes of an hour', async ({
  page,
  cast,
}) => {
  const { key, name } = await createCompanyApplication(page, cast.districtAdmin)
  const { fAppSecret: secret } = await callAsCompany<{ fAppSecret: string }>(page, 'resetSecret', { fAppKey: key })
  const called = shanghai.format(new Date())
  await test.step('the application gets a token, and uses it', async () => {
    const requestToken = async () => {
      const [timestamp, nonce] = [Date.now(), randomBytes(16).toString('hex')]
      const signature = createHmac('sha256', secret).update(`${key}\n${timestamp}\n${nonce}`).digest('hex')
      const data = { fAppKey: key, timestamp, nonce, signature }
      const answer = await page.request.post('/api/open/v1/token', { data })
      return ((await answer.json()) as { data: { token: string } | null }).data?.token
    }
    let token: string | undefined
    // The key of a new application reaches the directory by a job.
    await expect(async () => {
      token = await requestToken()
      expect(token).toBeDefined()
    }).toPass()
    const headers = { authorization: `Bearer ${token}` }
    for (let calls = 1; calls < callCount; calls++)
      expect((await page.request.get('/api/open/v1/self', { headers })).status()).toBe(200)
  })
  await test.step('the list of this application has them', async () => {
    await signIn(page, cast.districtAdmin, '/logMmanagement/APICall')
    const search = page.getByRole('search').getByLabel('搜索')
    await expect(async () => {
      // The server writes calls down together, after some seconds.
      await search.fill('')
      await search.press('Enter')
      await search.fill(key)
      await search.press('Enter')
      await expect(page.getByText(`共 ${callCount} 次`)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const rows = page.getByRole('row').filter({ hasText: name })
    await expect(rows).toHaveCount(callCount)
    await expect(rows.first()).toContainText('成功')
  })
  await test.step('the chart of that hour has them too', async () => {
    await page.getByRole('tab', { name: '每分钟' }).click()
    await page.getByLabel('日期').fill(called.slice(0, 10))
    await page.getByLabel('时段').selectOption(called.slice(11, 13))
    const chart = page.getByRole('region', { name: '调用次数' })
    await expect(chart.getByRole('heading', { level: 2 })).toHaveText(/这一小时调用\d+次/)
    await page.getByRole('button', { name: '表格' }).click()
    await expect(chart.getByRole('row').filter({ hasText: called.slice(11, 16) })).toHaveText(/[1-9]/)
  })
})
