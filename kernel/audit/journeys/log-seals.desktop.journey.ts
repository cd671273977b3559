import { queryCell } from '#entry/e2e/databases.ts'
import { casts } from '#entry/e2e/cast.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

/** A day that no other journey checks, in the district of the phones, whose logs no journey of the desktop checks. */
const district = 2
const day = new Date(Date.now() - 12 * 86_400_000 + 8 * 3600_000).toISOString().slice(0, 10)

/** A look at a file, written as by a superuser. */
const createDownload = (time: string) =>
  queryCell(
    `insert into tenant.download_log (district_id, at, id, person_id, org_id, file_id, kind, address, request_id, logged_at)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'view', '', gen_random_uuid(), $2)`,
    [district, `${day}T${time}+08:00`],
  )

/** The worker seals every five minutes, and when it is asked to. */
async function sealLogs() {
  await queryCell(
    `insert into pgboss.job (name, data, policy) values ('log.seal.every-district', null, 'short') on conflict do nothing`,
  )
  const countSeals = async () => {
    const [found] = await queryCell<{ count: string }>(
      `select count(*) from tenant.log_seal where district_id = $1 and log = 'download_log' and ends_at > $2`,
      [district, `${day}T13:00:00+08:00`],
    )
    return Number(found!.count)
  }
  await expect.poll(countSeals, { timeout: 60_000 }).toBeGreaterThan(0)
}

test('a row that was added to a sealed log is named, with the seal that it breaks', async ({ page }) => {
  await createDownload('12:00:00')
  await sealLogs()
  await createDownload('12:31:00')
  await signIn(page, casts.phone.districtAdmin, `/logMmanagement/logSeals?date=${day}`)
  const row = page.getByRole('row').filter({ hasText: '文件访问日志' })
  await expect(row).toContainText('记录被添加')
  await expect(row).toContainText('校验失败')
  await row.getByRole('link').click()
  const panel = page.getByRole('complementary', { name: '详情' })
  await expect(panel).toContainText('异常位置')
  // The seal that covers the time of the row: one of five minutes, or one of a time without rows.
  await expect(panel).toContainText(/记录被添加.*第 \d+ 次封存，封存 \d+ 条，现有 \d+ 条/s)
})
