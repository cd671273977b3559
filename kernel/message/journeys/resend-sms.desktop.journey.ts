import { randomUUID } from 'node:crypto'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

/** A message to 37 colleagues whose SMS was refused; an alert, so that it is sent at night too. */
async function createFailedSms(title: string) {
  const at = new Date()
  // The id of a batch begins with its time.
  const time = at.getTime().toString(16).padStart(12, '0')
  const batch = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
  const people = await queryCell<{ id: string; orgId: string }>(
    `select p.id, min(m.org_id::text) as "orgId" from tenant.person p
     join tenant.membership m on m.district_id = p.district_id and m.person_id = p.id
     where p.district_id = 1 and p.phone is not null group by p.id order by p.id limit 37`,
  )
  await queryCell(
    `insert into tenant.message_batch (district_id, at, id, template, kind, title, body, url, subject_kind, subject_id, is_urgent, may_sms)
     values (1, $1, $2, 'journey.meeting', 'alert', $3, '', '', 'journey', '1', true, true)`,
    [at, batch, title],
  )
  for (const { id, orgId } of people) {
    const message = randomUUID()
    await queryCell(
      `insert into tenant.message (district_id, at, id, batch_id, person_id, org_id, kind) values (1, $1, $2, $3, $4, $5, 'alert')`,
      [at, message, batch, id, orgId],
    )
    await queryCell(
      `insert into tenant.message_delivery (district_id, at, id, batch_id, message_id, person_id, org_id, channel, piece, next_at, status, reason)
       values (1, $1, $2, $3, $2, $4, $5, 'sms', 0, $1, 'failed', '短信账户余额不足')`,
      [at, message, batch, id, orgId],
    )
  }
}

test('an administrator finds the failed SMS and sends them again', async ({ page, cast }) => {
  // The demo has meetings that were moved too.
  const title = `家长会改期${randomUUID().slice(0, 8)}`
  await createFailedSms(title)
  await signIn(page, cast.districtAdmin, '/logMmanagement/smsLogs?status=failed')
  await page.getByRole('button', { name: '设置额度' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('每月条数').fill('5000')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expectNote(page, '已设置短信额度')

  // Text is searched with Enter.
  const search = async () => {
    const field = page.getByPlaceholder('接收人、内容').last()
    await field.fill(title)
    await field.press('Enter')
  }
  await search()
  await expect(page.getByText('共 37 条')).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页' }).click()
  await page.getByRole('button', { name: '选择全部 37 个结果' }).click()
  await page.getByRole('button', { name: '重发', exact: true }).first().click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^重发/ })
  await confirm.click()
  await expectNote(page, '已重发 37 条短信')

  await page.goto('/logMmanagement/smsLogs')
  await search()
  await expect(page.getByText('共 37 条')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '失败' })).toHaveCount(0)
})
