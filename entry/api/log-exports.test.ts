import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useFiles } from '#kernel/files/server/files.fixture.ts'
import { openTaskResult } from '#kernel/files/server/service/zip-files.ts'
import { sendAccountSms } from '#kernel/message/server/sms-log.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { sheetApi } from '#kernel/sheet/contract.ts'
import { unpackWorkbook } from '#kernel/sheet/server/export.fixture.ts'
import { exportRowsTask } from '#kernel/sheet/server/export-task.ts'
import { dayOf, startOfDay, type Actor } from '#packages/core'
import { useDatabase, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let auditor: Actor
beforeAll(async () => {
  world = await buildWorld(database)
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  auditor = await world.people.hire(world.home.districtId, world.home.bureauId, ['auditor'])
})
afterAll(() => app.close())
useFiles(database)

const phones = ['13911112222', '13933334444', '13955556666']
const today = dayOf(new Date())

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`

/** As many changed phone numbers, masked as the log keeps them, as a large district has in years. */
const changePhones = (count: number) =>
  database.sql(
    `insert into tenant.identity_log (district_id, at, id, account_id, person_id, org_id, kind, by_account_id, address,
       request_id, before, after)
     select $1, $2::timestamptz + make_interval(secs => n * 0.001), gen_random_uuid(), $3, $3, $3, 'phone-changed', $3, '',
       gen_random_uuid(), $4, $5
     from generate_series(1, $6) n`,
    [world.home.districtId, startOfDay(today), world.home.school.id, masked(phones[0]!), masked(phones[1]!), count],
  )
const sendSms = async () => {
  for (const phone of phones)
    await sendAccountSms(database.requestCtx(auditor), {
      district: world.home.districtId,
      personId: null,
      sms: { phone, template: 'notice', parameters: { text: '样例' } },
    })
}

const sources = {
  'identity-log': { filter: { from: today, to: today }, columns: ['person', 'kind', 'before', 'after', 'at'] },
  sms: { filter: { createdAt: `${today}~${today}` }, columns: ['phone', 'createdAt', 'status'] },
}
const requestExport = async (who: Actor, source: keyof typeof sources, reason: string) => {
  const headers = { authorization: `Bearer ${await world.people.session(who)}` }
  const payload = { source, ...sources[source], isWhole: false, reason }
  return (await app.inject({ method: 'POST', url: sheetApi.export.path, headers, payload })).json<{
    ret: number
    data: { errors?: object[] } | null
  }>()
}
const countOperations = async () =>
  (
    await database.sql('select from tenant.operation_log where title = $1 and person_id = $2', [
      sheetApi.export.title,
      auditor.personId,
    ])
  ).length

/** Lets the jobs run and returns the text of the sheet. */
async function openExport() {
  const queue = createTestQueue(database, [exportRowsTask.job as never])
  const getTask = async () =>
    (
      await database.sql<{ id: string; result: string | null }>(
        "select id, result from tenant.task where kind = 'sheet.export' order by id desc limit 1",
      )
    )[0]!
  expect(await getTask()).toMatchObject({ result: null })
  while ((await queue.work('sheet.export')) > 0);
  const { id, result } = await getTask()
  const url = await database.as(auditor, (ctx) => openTaskResult(ctx, id, result!))
  const parts = await unpackWorkbook(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  const sheet = Object.entries(parts).find(([name]) => name.endsWith('sheet1.xml'))![1]
  return { text: Object.values(parts).join('\n'), rows: sheet.match(/<row /g)!.length }
}

it('80,000 rows arrive as a job, with a reason, masked numbers and one operation row', async () => {
  await changePhones(80_000)
  expect(await requestExport(auditor, 'identity-log', '')).toMatchObject({
    ret: -1,
    data: { errors: [{ field: 'reason', msg: '请填写导出原因' }] },
  })
  expect(await countOperations()).toBe(0)
  expect(await requestExport(auditor, 'identity-log', '年度检查')).toMatchObject({ ret: 1 })
  expect(await countOperations()).toBe(1)
  const { text, rows } = await openExport()
  expect(rows).toBeGreaterThan(80_000)
  expect(text).toContain(masked(phones[0]!))
}, 120_000)

it('the file of the SMS log has masked numbers, and needs a reason too', async () => {
  await sendSms()
  expect(await requestExport(auditor, 'sms', '')).toMatchObject({ ret: -1 })
  expect(await requestExport(auditor, 'sms', '年度检查')).toMatchObject({ ret: 1 })
  const { text } = await openExport()
  for (const phone of phones) {
    expect(text).toContain(masked(phone))
    expect(text).not.toContain(phone)
  }
})

it('a school, which may read the logs, does not export them', async () => {
  expect(await requestExport(world.owner, 'identity-log', '年度检查')).toMatchObject({ ret: -6 })
  expect(await requestExport(world.owner, 'sms', '年度检查')).toMatchObject({ ret: -6 })
})
