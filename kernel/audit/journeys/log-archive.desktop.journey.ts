import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { gzipSync } from 'node:zlib'
import { casts } from '#entry/e2e/cast.ts'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { createLazyObjectStore } from '#packages/objects/index.ts'

// In the district of the phones: the record of the file has no seals, and no journey checks or archives its logs.
const district = 2
const stackEnv = parseEnv(readFileSync(new URL('../../../.stack/env', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const openStore = createLazyObjectStore({ ...stackEnv, QIMING_S3_BUCKET: 'e2e' })

/** A file with one operation of thirteen months ago, as the archive job leaves it. */
async function archiveOperation(title: string) {
  const month = new Date()
  month.setUTCDate(1)
  month.setUTCMonth(month.getUTCMonth() - 13)
  const name = month.toISOString().slice(0, 7)
  const at = `${name}-10T12:00:00+08:00`
  const [org] = await queryCell<{ id: string }>(
    'select id from tenant.organisation where district_id = $1 and parent_id is null',
    [district],
  )
  const line = JSON.stringify({
    district_id: district,
    at,
    id: randomUUID(),
    account_id: randomUUID(),
    person_id: randomUUID(),
    user_id: randomUUID(),
    org_id: org!.id,
    route: '/api/orgs/edit',
    title,
    object_ids: [],
    request_id: randomUUID(),
    home_org_id: null,
    logged_at: at,
    address: '10.0.0.7',
    session_id: null,
  })
  const file = gzipSync(`${line}\n`)
  const key = `log-archive/${district}/operation_log/${name}/${randomUUID()}.ndjson.gz`
  await (await openStore()).put(key, file, { contentType: 'application/gzip' })
  await queryCell(
    `insert into tenant.log_archive (district_id, log, number, month, first_seal, last_seal, starts_at, ends_at, first_at, last_at,
       row_count, object_key, byte_count, digest, made_at, seal, previous, signature)
     select $1, 'operation_log', coalesce(max(number), 0) + 1, $2, 1, 1, $3::timestamptz - interval '1 minute', $3::timestamptz + interval '4 minutes',
       $3::timestamptz, $3::timestamptz + interval '1 millisecond', 1, $4, $5, $6, now(), '', '', ''
     from tenant.log_archive where district_id = $1 and log = 'operation_log'`,
    [district, name, at, key, file.length, createHash('sha256').update(file).digest()],
  )
  return name
}

test('an operation of thirteen months ago is found in the archive', async ({ page }) => {
  const word = randomUUID().slice(0, 8)
  const month = await archiveOperation(`编辑机构${word}`)
  await signIn(page, casts.phone.districtAdmin, '/logMmanagement/operationLogs')
  await test.step('the month is chosen, a word is written', async () => {
    await page.getByRole('button', { name: '检索归档' }).click()
    const dialog = page.getByRole('dialog', { name: '检索归档' })
    // The newest month is chosen; there is only this one.
    await expect(dialog).toContainText(month)
    await dialog.getByLabel('查找').fill(word)
    await dialog.getByRole('button', { name: '检索', exact: true }).click()
    await expectNote(page, '归档数据检索已提交，完成后通知您')
  })
  const isDone = async () =>
    (await queryCell('select from tenant.archive_search where keyword = $1 and ended_at is not null', [word])).length
  await expect.poll(isDone, { timeout: 60_000 }).toBe(1)
  await test.step('the result is opened later, in the table of the log', async () => {
    await page.reload()
    await page.getByRole('button', { name: '检索归档' }).click()
    const searches = page.getByRole('region', { name: '最近的检索' })
    await searches.getByRole('listitem').filter({ hasText: word }).getByRole('button', { name: '查看' }).click()
    const row = page.getByRole('row').filter({ hasText: `编辑机构${word}` })
    await expect(row).toContainText('归档')
    await row.getByRole('link').click()
    await expect(page.getByRole('complementary', { name: '详情' })).toContainText('10.0.0.7')
    await page.getByRole('button', { name: '返回在线日志' }).click()
    await expect(page).not.toHaveURL(/archive=/)
  })
})
