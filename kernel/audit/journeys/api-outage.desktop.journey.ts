import { randomUUID } from 'node:crypto'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

/** A morning nine days ago, of which no other journey has calls. */
const day = new Date(Date.now() - 9 * 86_400_000 + 8 * 3600_000).toISOString().slice(0, 10)

/** A call in every minute from nine to ten, and no answer from 09:40 to 09:42. */
const createCalls = () =>
  queryCell(
    `insert into tenant.api_call_log (district_id, at, id, app_key, interface, path, org_count, row_count, http_status,
       ret, outcome, ms, bytes, address, quota_left, request_id)
     select 1, $1::timestamptz + make_interval(mins => minute), gen_random_uuid(), $2, '组织机构', '/api/open/v1/orgs', 0,
       case when is_down then 0 else 12 end, case when is_down then 503 else 200 end, case when is_down then -500 else 1 end,
       case when is_down then 'failed' else 'done' end, case when is_down then 3000 else 40 end, 900, '10.2.3.4', 900,
       gen_random_uuid()
     from (select minute, minute between 40 and 42 as is_down from generate_series(0, 59) minute) m`,
    [`${day}T09:00:00+08:00`, `outage-${randomUUID()}`],
  )

test('an interface that was down at 09:40 is seen in the minutes of that hour', async ({ page, cast }) => {
  await createCalls()
  await signIn(page, cast.districtAdmin, '/logMmanagement/APICall')
  await page.getByRole('tab', { name: '每分钟' }).click()
  await page.getByLabel('日期').fill(day)
  await page.getByLabel('时段').selectOption('09')
  const calls = page.getByRole('region', { name: '调用次数' })
  await expect(calls.getByRole('heading').first()).toContainText('09:40至09:42有3分钟出现系统错误')
  await page.getByLabel('时段').selectOption('10')
  await expect(page.getByText('该时间段内没有日志')).toBeVisible()
})
