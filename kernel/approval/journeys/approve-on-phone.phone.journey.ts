import { expect, signIn, test } from '#entry/e2e/journey.ts'

const reason = '协助教务处核对信息'
const pages = [
  { name: '人员变动', target: '/baseData/ChangeLog' },
  { name: '任课安排', target: '/baseData/Teaching' },
  { name: '应用授权管理', target: '/systemSet/AppAuthorize' },
]
/** No other journey uses these people. */
const requests = [
  {
    applicant: 'mhshiyan.grade',
    // The oldest is decided last: before the others several roles would open it, and one would have to be chosen.
    pages: [{ name: '组织设置', target: '/systemSet/Setting' }, ...pages],
    application: '名师工作室',
  },
  { applicant: 'mhshiyan.head', pages, application: undefined },
]
const count = 8

test('eight requests are approved on a phone with two taps each; the next one opens by itself', async ({
  page,
  cast,
}) => {
  test.setTimeout(180_000)
  await test.step('a head of grade and the head of the school request pages and an application', async () => {
    for (const { applicant, pages: wanted, application } of requests) {
      await signIn(page, applicant)
      const token = await page.evaluate<string>('localStorage.getItem("token")')
      const headers = { authorization: `Bearer ${token}` }
      const request = async (accessTarget: object) => {
        const data = { accessTarget, reason }
        const answer = await page.request.post('/api/app/askAccess', { data, headers })
        expect(await answer.json()).toMatchObject({ ret: 1 })
      }
      for (const { target } of wanted) await request({ kind: 'page', target })
      if (application === undefined) continue
      const centre = await page.request.get('/api/app/centre', { headers })
      const { data } = (await centre.json()) as { data: { apps: { key: string; name: string }[] } }
      const { key } = data.apps.find(({ name }) => name === application)!
      await request({ kind: 'application', target: key })
    }
  })

  await test.step('the administrator opens the newest, and decides one after the other', async () => {
    await signIn(page, cast.schoolAdmin, '/approval')
    const cards = page.getByRole('listitem').filter({ hasText: reason })
    await expect(cards).toHaveCount(count)
    await cards.first().getByRole('button').click()
    const title = page.getByRole('heading', { level: 2 }).first()
    const begin = Date.now()
    for (let left = count; left > 0; left--) {
      await expect(title).toContainText('申请使用')
      const decided = await title.textContent()
      await page.getByRole('button', { name: '已阅', exact: true }).click()
      // A tap right after the last decision does nothing, so that a double tap does not decide two requests.
      await expect(async () => {
        const agree = page.getByRole('button', { name: '同意', exact: true }).last()
        if ((await title.textContent({ timeout: 1000 }).catch(() => '')) === decided) await agree.click()
        await expect(page.getByRole('heading', { level: 2, name: decided! })).toBeHidden({ timeout: 2000 })
      }).toPass()
    }
    console.log(`phone: ${count} approvals in ${((Date.now() - begin) / 1000).toFixed(1)} s`)
    await expect(page.getByText(reason)).toHaveCount(0)
  })

  await test.step('the head of grade reads the results, and a page opens', async () => {
    await signIn(page, requests[0]!.applicant, '/approval?tab=mine')
    await expect(page.getByText('已通过')).toHaveCount(5)
    await page.goto('/baseData/ChangeLog')
    await expect(page.getByRole('heading', { level: 1, name: '人员变动' })).toBeVisible()
  })
})
