import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { aBureau } from '#kernel/org/server/example.ts'
import { emptyScope, newId, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { checkReceiptsJob, closeExternalTodosJob, deliverOverdueJob, deliverPieceJob } from './delivery-jobs.ts'
import { createTestQueue } from './jobs.fixture.ts'
import { onQuotaLow } from './task-notifications.ts'
import { saveSmsQuota, isSmsAllowed } from './service/sms-quota.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'
import { listMessages, markAllMessagesRead } from './service/messages.ts'
import { getMessageSettings, saveMessageSettings } from './service/message-settings.ts'
import { closeTodos, sendMessages, type NewMessage, createMessagesJob } from './service/send-messages.ts'
import { getMonthUsage, getSmsStat, listSmsLog, resendSms, sendAccountSms } from './sms-log.ts'
import { startSimulator } from './simulator.fixture.ts'
import { smsChannel } from './sms-channel.ts'
import { readSmsGateway, sendSms } from './sms.ts'
import { defineTemplate, type MessageTemplate } from './message-templates.ts'

const database = useDatabase()
const { as, home } = database
const queue = createTestQueue(
  database,
  [createMessagesJob, deliverPieceJob, checkReceiptsJob, closeExternalTodosJob],
  [onQuotaLow],
  () => byDay(),
)
const texted = defineTemplate({ code: 'test.texted', kind: 'notice', title: '{what}改期', body: '', sms: true })
const wanted = defineTemplate({ code: 'test.wanted', kind: 'todo', title: '{what}待审', body: '', sms: true })
const alarm = defineTemplate({ code: 'test.alarm', kind: 'alert', title: '{what}预警', body: '', sms: true })
const pressing = defineTemplate({
  code: 'test.pressing',
  kind: 'notice',
  title: '特急：{what}',
  body: '',
  sms: true,
  isUrgent: true,
})
const inside = defineTemplate({ code: 'test.inside', kind: 'notice', title: '{what}', body: '' })
database.contribute('messageTemplates', texted, wanted, alarm, pressing, inside)

interface Sms {
  phone: string
  text: string
  outId: string
}
let gateway: Awaited<ReturnType<typeof startSimulator>>
let bureau: string
const admin = createActor(
  { districtId: home },
  { 'sms.read': wholeDistrict, 'sms.configure': wholeDistrict, 'sms.resend': wholeDistrict },
)
const phones = new Map<string, string>()

beforeAll(async () => {
  gateway = await startSimulator('sms')
  const settings = { KEY_ID: 'sim-key-id', KEY_SECRET: 'sim-key-secret' }
  const smsGateway = readSmsGateway({
    QIMING_SMS_ENDPOINT: gateway.url,
    QIMING_SMS_SIGN_NAME: '启明',
    QIMING_SMS_ACCESS_KEY_ID: settings.KEY_ID,
    QIMING_SMS_ACCESS_KEY_SECRET: settings.KEY_SECRET,
    QIMING_SMS_TEMPLATE_CODE: 'SMS_SIM_CODE',
    QIMING_SMS_TEMPLATE_NOTICE: 'SMS_SIM_NOTICE',
  })
  database.contribute('smsGateway', smsGateway!)
  database.contribute('deliveryChannels', smsChannel)
  await as(admin, async (ctx) => {
    bureau = (await aBureau(ctx)).id
  })
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  await database.sql(
    'truncate tenant.message, tenant.message_batch, tenant.message_delivery, tenant.account_sms, tenant.message_setting, tenant.message_sms_month, tenant.event',
  )
  await queue.forget()
  await gateway.ask('/messages', 'DELETE')
  await gateway.control({})
  await gateway.ask('/play/receipts', 'POST', {})
  await allow(100)
})

const allow = (quota: number) => as(admin, (ctx) => saveSmsQuota(ctx, quota))
const hire = (count: number): Promise<Actor[]> =>
  as(admin, async (ctx) => {
    const people: Actor[] = []
    for (let at = 0; at < count; at++) {
      const phone = aPhone()
      const personId = await createPerson(ctx, { name: `人员${at}`, phone })
      phones.set(personId, phone)
      people.push(createActor({ districtId: home, personId, orgId: bureau }))
    }
    return people
  })
const idsOf = (people: readonly Actor[]) => people.map(({ personId }) => personId)
/** Now, or last evening if it is night: most tests run in the daytime. */
const byDay = () => {
  const morning = findQuietHoursEnd(new Date())
  return morning ? new Date(morning.getTime() - 9.5 * 3600_000) : new Date()
}
const send = (template: MessageTemplate, people: readonly Actor[], rest: Partial<NewMessage> = {}, now = byDay()) =>
  as(admin, (ctx) =>
    sendMessages({ ...ctx, now }, template, {
      to: idsOf(people),
      values: { what: '会议' },
      subject: { kind: 'meeting', id: newId() },
      orgId: bureau,
      ...rest,
    }),
  )
const arrived = async () => (await gateway.ask('/messages')) as Sms[]
const deliver = () => queue.work(deliverPieceJob.name)
const log = async (who = admin, query: Partial<Parameters<typeof listSmsLog>[1]> = {}) =>
  as(who, (ctx) =>
    listSmsLog({ ...ctx, now: byDay() }, { keyword: '', orgId: null, pageNumber: 1, pageSize: 200, ...query }),
  )
const used = async () =>
  Number((await database.sql<{ used: number }>('select sum(used) as used from tenant.message_sms_month'))[0]!.used ?? 0)
const statuses = async () => (await log()).items.map(({ status, reason }) => `${status} ${reason}`.trim()).toSorted()
/** Ages the deliveries beyond any attempt, as if their worker had died. */
const agePast = () => database.sql("update tenant.message_delivery set taken_at = taken_at - interval '1 minute'")
const sendingJob = async () => (await queue.waiting(deliverPieceJob.name))[0]!

describe('an SMS', () => {
  it('goes once to the phone of everybody who has one, with the title as text', async () => {
    const people = await hire(3)
    const nobody = createActor({
      districtId: home,
      personId: await as(admin, (ctx) => createPerson(ctx, { name: '无号' })),
    })
    await send(texted, [...people, nobody])
    expect(await arrived()).toEqual([]) // nothing is sent before the transaction has ended
    await deliver()
    const got = await arrived()
    expect(got.map(({ phone }) => phone).toSorted()).toEqual(
      idsOf(people)
        .map((id) => phones.get(id)!)
        .toSorted(),
    )
    expect(got[0]!.text).toBe('【启明】您有一条新的通知：会议改期。详情请登录平台查看。')
    expect(await statuses()).toEqual(['sent', 'sent', 'sent', 'skipped 没有登记手机号'])
    expect(await used()).toBe(3)
  })

  it('is only sent for allowed templates and within the quota of the district', async () => {
    const [li] = await hire(1)
    await send(inside, [li!])
    await allow(0)
    await send(texted, [li!])
    expect(await queue.waiting(deliverPieceJob.name)).toEqual([])
    const decide = (value: object) => as(admin, (ctx) => writeSetting(ctx, bureau, 'message', value))
    await decide({ smsQuota: 10, smsTemplates: ['test.alarm'] })
    expect(await as(admin, (ctx) => isSmsAllowed(ctx, 'test.texted'))).toBe(false)
    expect(await as(admin, (ctx) => isSmsAllowed(ctx, 'test.alarm'))).toBe(true)
    await decide({})
    expect(await as(admin, (ctx) => isSmsAllowed(ctx, 'test.alarm'))).toBe(false)
  })

  it('shows in the settings whether the district sends any', async () => {
    const [li] = await hire(1)
    const hasSms = async () => (await as(li!, getMessageSettings)).hasSms
    expect(await hasSms()).toBe(true)
    await allow(0)
    expect(await hasSms()).toBe(false)
  })

  it('is not sent to people who have switched it off for that kind', async () => {
    const [li, wang] = await hire(2)
    const preferences = [{ kind: 'notice', channel: 'sms', isOn: false }] as const
    const saved = await as(li!, (ctx) =>
      saveMessageSettings(ctx, { preferences: [...preferences], isQuietAtNight: true }),
    )
    expect(saved.preferences.filter(({ isOn }) => !isOn)).toEqual(preferences)
    await send(texted, [li!, wang!])
    await send(alarm, [li!])
    await deliver()
    expect((await arrived()).map(({ phone, text }) => [phone, text.slice(13, 17)])).toEqual([
      [phones.get(wang!.personId), '会议改期'],
      [phones.get(li!.personId), '会议预警'],
    ])
  })

  it('is not sent to people who switched it off after it was planned', async () => {
    const [li] = await hire(1)
    await send(texted, [li!])
    const preferences = [{ kind: 'notice', channel: 'sms', isOn: false }] as const
    await as(li!, (ctx) => saveMessageSettings(ctx, { preferences: [...preferences], isQuietAtNight: true }))
    await deliver()
    expect([await arrived(), await statuses()]).toEqual([[], ['skipped 本人已关闭此渠道']])
  })

  it('is not sent when the message was read, removed or done before', async () => {
    const [li, wang] = await hire(2)
    await send(texted, [li!])
    await as(li!, (ctx) => markAllMessagesRead(ctx, {}))
    await send(wanted, [wang!], { subject: { kind: 'leave', id: '1' } })
    await as(admin, (ctx) => closeTodos(ctx, { kind: 'leave', id: '1' }))
    await deliver()
    expect([await arrived(), await used()]).toEqual([[], 0])
  })
})

describe('at night', () => {
  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
  const tenAtNight = new Date(`${yesterday}T14:00:00Z`)
  const beforeSeven = new Date(`${yesterday}T22:59:59Z`)
  const seven = new Date(`${yesterday}T23:00:00Z`)

  it.each([tenAtNight, beforeSeven])(
    'a message that is not urgent waits until seven in the morning (%s)',
    async (now) => {
      const people = await hire(2)
      await send(texted, people, {}, now)
      const [job] = await queue.waiting(deliverPieceJob.name)
      expect(job!.after).toEqual(seven)
      await deliver()
      expect(await arrived()).toHaveLength(2)
    },
  )

  it('a message planned by day and tried at night waits as well, unless it is urgent', async () => {
    const today = new Date(`${new Date().toISOString().slice(0, 10)}T14:00:00Z`)
    const tonight = new Date(today.getTime() + (today > new Date() ? 0 : 24 * 3600_000))
    await send(texted, await hire(1))
    const job = await sendingJob()
    await queue.forget()
    await queue.run(job, tonight)
    expect([await arrived(), await statuses()]).toEqual([[], ['waiting']])
    expect((await sendingJob()).after).toEqual(findQuietHoursEnd(tonight))
    await queue.forget()
    await send(pressing, await hire(1))
    await queue.run(await sendingJob(), tonight)
    expect(await arrived()).toHaveLength(1)
  })

  it('alerts and urgent messages go at once, and everything to people without quiet hours', async () => {
    const [li, wang] = await hire(2)
    await as(li!, (ctx) => saveMessageSettings(ctx, { preferences: [], isQuietAtNight: false }))
    const times = async (template: MessageTemplate) => {
      await queue.forget()
      await send(template, [li!, wang!], {}, tenAtNight)
      const jobs = await queue.waiting(deliverPieceJob.name)
      return { all: jobs.length, inTheMorning: jobs.filter(({ after }) => after <= seven).length }
    }
    // A job without delay starts now, which is long after last night.
    expect(await times(alarm)).toEqual({ all: 1, inTheMorning: 0 })
    expect(await times(pressing)).toEqual({ all: 1, inTheMorning: 0 })
    expect(await times(texted)).toEqual({ all: 2, inTheMorning: 1 })
  })

  it.each([new Date(`${yesterday}T13:59:59Z`), seven])('and does not wait at %s', async (now) => {
    await send(texted, await hire(1), {}, now)
    expect((await sendingJob()).after.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('the monthly quota', () => {
  it('warns the administrators once at eighty percent; at a hundred the rest stays in the application', async () => {
    const [chief] = await hire(1)
    database.contribute('administratorLists', async () => [chief!])
    await allow(10)
    const people = await hire(14)
    await send(texted, people.slice(0, 7))
    await deliver()
    expect(await queue.publishAll()).toEqual([])
    await send(texted, people.slice(7, 9))
    await deliver()
    expect(await queue.publishAll()).toEqual(['sms.quota-low'])
    await send(texted, people.slice(9))
    await deliver()
    expect(await queue.publishAll()).toEqual([])
    expect(await arrived()).toHaveLength(10)
    const { items } = await log()
    expect(await as(admin, (ctx) => getMonthUsage({ ...ctx, now: byDay() }))).toEqual({ used: 10, quota: 10 })
    expect(items.filter(({ status }) => status === 'skipped').map(({ reason }) => reason)).toEqual(
      Array.from({ length: 4 }, () => '短信额度已用完，已改为站内消息'),
    )
    const lastSent = await as(chief!, (ctx) =>
      listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
    )
    expect(lastSent.items.map(({ title, url }) => [title, url])).toEqual([
      ['本月短信额度已用90%', '/logMmanagement/smsLogs'],
    ])
  })

  it('is never overdrawn by concurrent senders', async () => {
    await allow(25)
    for (let at = 0; at < 4; at++) await send(texted, await hire(10))
    const jobs = await queue.waiting(deliverPieceJob.name)
    await Promise.all(jobs.map((job) => queue.run(job)))
    expect([(await arrived()).length, await used()]).toEqual([25, 25])
  })

  it('is not used by messages that the gateway refuses', async () => {
    await gateway.control({ fail: 'isv.AMOUNT_NOT_ENOUGH' })
    await send(texted, await hire(2))
    await deliver()
    expect(await statuses()).toEqual(['failed 短信账户余额不足', 'failed 短信账户余额不足'])
    expect(await used()).toBe(0)
  })
})

describe('a repeated job', () => {
  it('sends nothing twice', async () => {
    await send(texted, await hire(25))
    const job = await sendingJob()
    for (let at = 0; at < 3; at++) await queue.run(job)
    expect(await arrived()).toHaveLength(25)
  })

  it('of a dead worker first asks what the gateway has, then sends the rest', async () => {
    const people = await hire(6)
    await send(texted, people)
    const job = await sendingJob()
    await queue.run(job)
    // As if the worker had died halfway: nothing is marked as sent, and the gateway has only half of them.
    await database.sql("update tenant.message_delivery set status = 'sending', provider_id = null, sent_at = null")
    const taken = new Set((await arrived()).slice(0, 3).map(({ phone }) => phone))
    await gateway.ask('/messages', 'DELETE')
    await resend([...taken])
    await queue.run(job) // at once: the former worker may still be running
    expect(await arrived()).toHaveLength(3)
    await agePast()
    await queue.run(job)
    const got = (await arrived()).map(({ phone }) => phone)
    expect(got.toSorted()).toEqual(
      idsOf(people)
        .map((id) => phones.get(id)!)
        .toSorted(),
    )
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered', 'sent', 'sent', 'sent'])
    expect(await used()).toBe(6)
  })

  it('without an answer asks the gateway before sending again', async () => {
    await gateway.control({ fail: '502' })
    await send(texted, await hire(2))
    await deliver()
    expect(await statuses()).toEqual(['waiting', 'waiting'])
    const [job] = await queue.waiting(deliverPieceJob.name)
    await agePast()
    await queue.forget()
    await queue.run(job!)
    expect((await sendingJob()).after.getTime()).toBeGreaterThan(Date.now() + 20_000) // however often that happens
    await gateway.control({})
    await queue.run(job!)
    expect([(await arrived()).length, await used()]).toEqual([2, 2])
  })

  it('does not send again when the answer of the gateway is unusable', async () => {
    await gateway.control({ fail: '502' })
    await send(texted, await hire(1))
    await deliver()
    await agePast()
    await gateway.control({ fail: 'isv.OUT_OF_SERVICE' })
    await deliver()
    expect([await arrived(), await statuses()]).toEqual([[], ['waiting']])
    await database.sql("update tenant.message_delivery set taken_at = taken_at - interval '1 hour'")
    await deliver()
    expect([await arrived(), await statuses()]).toEqual([[], ['failed 多次发送未成功']])
  })

  it('is created again for overdue deliveries without a job, and only then', async () => {
    await send(texted, await hire(2))
    await queue.forget()
    const sweep = () => as(admin, (ctx) => deliverOverdueJob.handle!({ ...ctx, now: byDay() }, {}))
    await sweep()
    expect(await queue.waiting(deliverPieceJob.name)).toEqual([])
    await database.sql("update tenant.message_delivery set next_at = next_at - interval '2 hours'")
    for (let at = 0; at < 2; at++) await sweep()
    expect(await queue.waiting(deliverPieceJob.name)).toHaveLength(1)
    await deliver()
    expect(await arrived()).toHaveLength(2)
  })

  it('tries a few while the gateway is unavailable, comes back later, and gives up in the end', async () => {
    await gateway.control({ fail: '502' })
    await send(texted, await hire(25))
    await deliver()
    // Ten were tried and may have been sent; the others were not, and the job comes back in half a minute.
    const tried = await database.sql("select id from tenant.message_delivery where status = 'sending'")
    expect(tried).toHaveLength(10)
    const [again] = await queue.waiting(deliverPieceJob.name)
    expect(again!.after.getTime()).toBeGreaterThan(Date.now() + 20_000)
    await gateway.control({})
    await database.sql("update tenant.message_delivery set tries = 8 where status = 'sending'")
    await agePast()
    await deliver()
    expect([(await arrived()).length, await used()]).toEqual([15, 15])
    expect((await statuses()).filter((status) => status.startsWith('failed'))).toEqual(
      Array.from({ length: 10 }, () => 'failed 多次发送未成功'),
    )
  })

  /** Gives these messages to the gateway with our out-id. */
  async function resend(to: string[]) {
    const rows = await database.sql<{ id: string; person_id: string }>(
      'select id, person_id from tenant.message_delivery',
    )
    for (const { id, person_id } of rows)
      if (to.includes(phones.get(person_id)!))
        await sendSms(database, {
          phone: phones.get(person_id)!,
          template: 'notice',
          parameters: { text: 'x' },
          outId: id,
        })
  }
})

describe('a receipt', () => {
  it('shows what was delivered, and is requested again while there is none', async () => {
    await gateway.ask('/play/receipts', 'POST', { pending: true })
    await send(texted, await hire(2))
    await deliver()
    await queue.work(checkReceiptsJob.name)
    expect(await statuses()).toEqual(['sent', 'sent'])
    const [again] = await queue.waiting(checkReceiptsJob.name)
    expect(again!.after.getTime()).toBeGreaterThan(Date.now() + 30_000)
    await gateway.ask('/play/receipts', 'POST', {})
    await queue.work(checkReceiptsJob.name)
    expect(await statuses()).toEqual(['delivered', 'delivered'])
    expect(await queue.waiting(checkReceiptsJob.name)).toEqual([])
    expect((await log()).items[0]!.deliveredAt).not.toBeNull()
  })

  it.each(['502', 'isv.OUT_OF_SERVICE'])('that is unavailable (%s) is requested later', async (fail) => {
    await send(texted, await hire(1))
    await deliver()
    await gateway.control({ fail })
    await queue.work(checkReceiptsJob.name)
    expect(await statuses()).toEqual(['sent'])
    await gateway.control({})
    await queue.work(checkReceiptsJob.name)
    expect(await statuses()).toEqual(['delivered'])
  })

  it('shows what was not delivered, and why', async () => {
    await gateway.ask('/play/receipts', 'POST', { errCode: 'MK:0001' })
    await send(texted, await hire(1))
    await deliver()
    await queue.work(checkReceiptsJob.name)
    expect(await statuses()).toEqual(['failed 未送达（MK:0001）'])
  })

  it('is not waited for after three days', async () => {
    await gateway.ask('/play/receipts', 'POST', { pending: true })
    await send(texted, await hire(1))
    await deliver()
    await database.sql("update tenant.message_delivery set sent_at = sent_at - interval '73 hours'")
    await queue.work(checkReceiptsJob.name)
    expect(await statuses()).toEqual(['sent 72小时内没有收到回执'])
    expect(await queue.waiting(checkReceiptsJob.name)).toEqual([])
  })
})

describe('the SMS log', () => {
  it('has names and no numbers, and is searched by name, title, status and month', async () => {
    const [li] = await hire(1)
    await send(texted, [li!])
    await deliver()
    const phone = phones.get(li!.personId)!
    const [row] = (await log()).items
    expect(row).toMatchObject({
      person: { id: li!.personId, name: '人员0' },
      title: '会议改期',
      phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`,
    })
    const found = async (query: Parameters<typeof log>[1]) => (await log(admin, query)).items.length
    expect(await found({ keyword: '人员0' })).toBe(1)
    expect(await found({ keyword: '改期' })).toBe(1)
    expect(await found({ keyword: '没有' })).toBe(0)
    expect(await found({ status: 'sent' })).toBe(1)
    expect(await found({ status: 'failed' })).toBe(0)
    expect(await found({ createdAt: { from: '2026-01-01', to: '2026-01-31' } })).toBe(0)
    await expect(found({ createdAt: { from: '2020-01-01', to: null } })).rejects.toThrow('查询时间跨度不能超过31天')
  })

  it('never stores a readable number in the database', async () => {
    const [li] = await hire(1)
    await send(texted, [li!])
    await deliver()
    const everywhere = await database.sql<{ text: string }>(
      `select d::text as text from tenant.message_delivery d union all select j::text from pgboss.job j
       union all select m::text from tenant.message m union all select b::text from tenant.message_batch b`,
    )
    expect(everywhere.map(({ text }) => text).join()).not.toContain(phones.get(li!.personId))
  })
})

describe('failed SMS', () => {
  const failedIds = async () => (await log(admin, { status: 'failed' })).items.map(({ id }) => id)
  const resend = (ids: string[], who = admin) => as(who, (ctx) => resendSms({ ...ctx, now: byDay() }, { ids }))
  const failFor = async (count: number) => {
    await gateway.ask('/play/receipts', 'POST', { errCode: 'MK:0001' })
    await send(texted, await hire(count))
    await deliver()
    await queue.work(checkReceiptsJob.name)
    await gateway.ask('/play/receipts', 'POST', {})
    await gateway.ask('/messages', 'DELETE')
  }

  it('are found among thousands, sent again once, and delivered', async () => {
    await allow(5_000)
    await failFor(37)
    await database.sql(
      `insert into tenant.message_delivery (district_id, at, id, batch_id, message_id, person_id, org_id, channel, piece, next_at, status)
       select d.district_id, d.at, gen_random_uuid(), d.batch_id, d.message_id, d.person_id, d.org_id, d.channel, 99, d.next_at, 'delivered'
       from (select * from tenant.message_delivery limit 1) d, generate_series(1, 3963)`,
    )
    const ids = await failedIds()
    expect(ids).toHaveLength(37)
    expect(await as(admin, (ctx) => getSmsStat({ ...ctx, now: byDay() }, {}))).toMatchObject({
      counts: { delivered: 3963, failed: 37, sent: 0 },
      orgs: [{ orgId: bureau, sent: 4000, delivered: 3963 }],
    })
    expect(await resend(ids)).toEqual({ count: 37 })
    expect(await resend(ids)).toEqual({ count: 0 })
    await deliver()
    expect(new Set((await arrived()).map(({ phone }) => phone)).size).toBe(37)
    expect(await arrived()).toHaveLength(37)
    const checks = await queue.waiting(checkReceiptsJob.name)
    await queue.work(checkReceiptsJob.name)
    expect((await log(admin, { status: 'delivered' })).itemCount).toBe(4000)
    const before = await database.sql('select * from tenant.message_delivery order by id')
    for (const check of checks) await queue.run(check) // the same receipts again
    expect(await database.sql('select * from tenant.message_delivery order by id')).toEqual(before)
    expect(await resend(ids)).toEqual({ count: 0 })
  })

  it('are sent again by two clicks at once only once', async () => {
    await failFor(3)
    const ids = await failedIds()
    const [one, two] = await Promise.all([resend(ids), resend(ids)])
    expect(one.count + two.count).toBe(3)
    while (await deliver());
    expect(await arrived()).toHaveLength(3)
  })

  it('are only sent again in scope, and the receipt of the first attempt does not count for the second', async () => {
    await failFor(2)
    const ids = await failedIds()
    const elsewhere = createActor({ districtId: home }, { 'sms.resend': { ...emptyScope, orgIds: [newId()] } })
    expect(await resend(ids, elsewhere)).toEqual({ count: 0 })
    await resend(ids)
    await deliver()
    expect((await arrived()).map(({ outId }) => outId).toSorted()).toEqual(ids.map((id) => `${id}.1`).toSorted())
  })
})

it('SMS about accounts are in the log without their codes, and found by the last digits of the number', async () => {
  const phone = aPhone()
  const code = { phone, template: 'code', parameters: { code: '246810' } } as const
  const given = { app: database.app, cells: database.cells, now: byDay() }
  await sendAccountSms(given, { district: home, personId: null, sms: code })
  await gateway.control({ fail: 'isv.BUSINESS_LIMIT_CONTROL' })
  await sendAccountSms(given, { district: home, personId: null, sms: code })
  const { items } = await log(admin, { keyword: phone.slice(-4) })
  expect(items).toMatchObject([
    { title: '验证码 ****', phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`, kind: 'account' },
    { title: '验证码 ****', kind: 'account' },
  ])
  expect(items.map(({ status }) => status).toSorted()).toEqual(['failed', 'sent'])
  expect(JSON.stringify(await database.sql('select * from tenant.account_sms'))).not.toContain('246810')
  expect((await log(admin, { keyword: '0000' })).items).toEqual([])
})
