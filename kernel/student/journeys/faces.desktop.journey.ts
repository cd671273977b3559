import sharp from 'sharp'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

/** A class of the school where no photo waits, and where pupils still need the consent of their guardians. */
async function findClass(school: string) {
  const [found] = await queryCell<{ node: string }>(
    `select concat_ws('/', c.org_id, c.grade_id, c.id) as node
     from tenant.school_class c
     join tenant.organisation o on (o.district_id, o.id) = (c.district_id, c.org_id)
     join tenant.enrolment e on (e.district_id, e.class_id) = (c.district_id, c.id) and e.over_on is null
     left join tenant.student_face f on (f.district_id, f.student_id) = (e.district_id, e.student_id)
     where o.name = $1
     group by c.org_id, c.grade_id, c.id
     having count(f.student_id) = 0
     order by c.id limit 1`,
    [school],
  )
  return found!.node
}

/** Large enough and sharp; a terminal could not tell that it shows nobody. */
const photo = () => {
  const noise = { type: 'gaussian', mean: 130, sigma: 50 } as const
  return sharp({ create: { width: 420, height: 560, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

test('a school records a consent on paper, uploads the photo of the pupil and finds it good', async ({ page }) => {
  const node = await findClass('文澜中学')
  await signIn(page, 'wenlan.admin', `/baseData/StudentFace?node=${encodeURIComponent(node)}&state=no-consent`)
  const states = page.getByRole('group', { name: '按状态筛选' })
  const counted = async (label: string) =>
    Number(/\d+/.exec(await states.getByRole('button', { name: new RegExp(`^${label}`) }).innerText()))
  const tile = page.getByRole('listitem').filter({ hasText: '待授权' }).getByRole('button').first()
  const name = await tile.locator('strong').innerText()
  await tile.click()
  const pupil = page.getByRole('dialog', { name })
  await test.step('without a consent there is no photo', async () => {
    await expect(pupil).toContainText('监护人同意后才能采集照片')
    await expect(pupil.getByRole('button', { name: '上传照片' })).toHaveCount(0)
    await pupil.getByRole('button', { name: '登记纸质授权' }).click()
    await expectNote(page, '已登记授权')
  })
  await test.step('the photo waits for the review', async () => {
    await pupil.getByLabel('照片文件').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expectNote(page, '已上传，等待审核')
    await expect(pupil.getByRole('img', { name: `${name}的照片` })).toBeVisible()
    await pupil.getByRole('button', { name: '关闭' }).click()
  })
  await test.step('it is found good', async () => {
    const passed = await counted('合格')
    await page.getByRole('button', { name: /^审核 \d+ 张/ }).click()
    await pupil.getByRole('button', { name: '合格', exact: true }).click()
    await expectNote(page, '已判为合格')
    await expect.poll(() => counted('合格')).toBe(passed + 1)
  })
})
