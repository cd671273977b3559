import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBureau } from '#kernel/org/server/example.ts'
import { newId, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson, updateWorkplaceBinding } from '#kernel/identity/server/api.ts'
import { closeTodos, defineTemplate, sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'
import messageModule from '#kernel/message/server/module.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { createDingTalkService } from './dingtalk-client.ts'
import { dingtalkInvitationChannel } from './dingtalk-invitations.ts'
import { buildNoticeBody } from './dingtalk-notices.ts'
import { configureDingTalkDistrict } from './dingtalk-sign-in.ts'
import { dingtalkChannel } from './dingtalk-channel.ts'

const database = useDatabase()
const { as, home } = database
const queue = createTestQueue(database, messageModule.jobs!)
// Alerts, because they are also sent at night.
const alarm = defineTemplate({ code: 'workplace-test.alarm', kind: 'alert', title: '{what}预警', body: '请注意安全。' })
const wanted = defineTemplate({
  code: 'workplace-test.wanted',
  kind: 'todo',
  title: '{what}待审',
  body: '',
  isUrgent: true,
})
const company = { corpId: 'dingdemo-corp-yunhe', clientId: 'dingdemo-app', clientSecret: 'dingdemo-secret' }

interface Shown {
  userId: string
  title: string
  content: string
  status: string
  url: string
}
let dingTalk: Awaited<ReturnType<typeof startSimulator>>
let bureau: string
const admin = createActor({ districtId: home })
let people = 0

beforeAll(async () => {
  dingTalk = await startSimulator('dingtalk')
  const address = { QIMING_DINGTALK_API: dingTalk.url, QIMING_DINGTALK_OAPI: dingTalk.url }
  database.contribute('dingtalkService', createDingTalkService(address))
  database.contribute('deliveryChannels', dingtalkChannel('https://portal.example'))
  await as(admin, async (ctx) => {
    bureau = (await aBureau(ctx)).id
    await configureDingTalkDistrict(ctx, { ddId: 'yunhe', ...company, agentId: 1_000_001 })
  })
})
afterAll(() => dingTalk.stop())
beforeEach(async () => {
  await database.sql(
    'truncate tenant.message, tenant.message_batch, tenant.message_delivery, tenant.message_setting, tenant.dingtalk_user',
  )
  await queue.forget()
  await dingTalk.ask('/notices', 'DELETE')
  await dingTalk.control({})
})

/** Creates staff; by default they are bound and DingTalk has them. */
const hire = (count: number, facts: { isBound?: boolean; isKnown?: boolean; corpId?: string; isOdd?: boolean } = {}) =>
  as(admin, async (ctx) => {
    const { isBound = true, isKnown = true, corpId = company.corpId, isOdd = false } = facts
    const hired: Actor[] = []
    for (let at = 0; at < count; at++) {
      const unionId = isOdd ? '' : `union-${++people}`
      const personId = await createPerson(ctx, { name: `人员${people}` })
      if (isBound) await updateWorkplaceBinding(ctx, personId, { corpId, unionId })
      if (isKnown) await dingTalk.ask('/play/staff', 'POST', { join: [unionId] })
      hired.push(createActor({ districtId: home, personId }))
    }
    return hired
  })
const send = (template: MessageTemplate, to: readonly Actor[], id = newId()) =>
  as(admin, (ctx) =>
    sendMessages(ctx, template, {
      to: to.map(({ personId }) => personId),
      values: { what: '台风' },
      url: '/leave/7?tab=a',
      orgId: bureau,
      subject: { kind: 'leave', id },
    }),
  )
const shown = async () => (await dingTalk.ask('/notices')) as Shown[]
const statuses = async () =>
  (await database.sql<{ status: string; reason: string }>('select status, reason from tenant.message_delivery'))
    .map(({ status, reason }) => `${status} ${reason}`.trim())
    .toSorted()
const calls = async (path: string) => ((await dingTalk.ask('/calls')) as Record<string, number>)[path] ?? 0
const deliver = () => queue.work('message.deliver')
const check = () => queue.work('message.check')

describe('a work notice', () => {
  it('goes to bound people with a link to the page, and its delivery is confirmed', async () => {
    const bound = await hire(3)
    await send(alarm, [...bound, ...(await hire(1, { isBound: false }))])
    await deliver()
    const all = await shown()
    expect(all).toHaveLength(3)
    expect(all[0]).toMatchObject({ title: '台风预警', content: '请注意安全。', status: '' })
    expect(all[0]!.url).toMatch(/^https:\/\/portal\.example\/leave\/7\?tab=a&notice=[0-9a-f-]{36}$/)
    expect(await statuses()).toEqual(['sent', 'sent', 'sent'])
    await check()
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered'])
  })

  it('goes to a hundred people at a time, and their user ids are cached', async () => {
    const many = await hire(120)
    const [sendings, lookUps] = ['/topapi/message/corpconversation/asyncsend_v2', '/topapi/user/getbyunionid']
    const before = [await calls(sendings!), await calls(lookUps!)]
    await send(alarm, many)
    await deliver()
    await send(alarm, many.slice(0, 10))
    await deliver()
    expect([(await calls(sendings!)) - before[0]!, (await calls(lookUps!)) - before[1]!]).toEqual([3, 120])
    expect(await shown()).toHaveLength(130)
  })

  it('does not reach people of another company or who have left it', async () => {
    const [leaving] = await hire(1)
    await send(alarm, [leaving!])
    await deliver()
    await dingTalk.ask('/play/staff', 'POST', { leave: [`union-${people}`] })
    await send(alarm, [leaving!, ...(await hire(1, { isKnown: false })), ...(await hire(1, { corpId: 'another' }))])
    await deliver()
    await check()
    expect(await statuses()).toEqual([
      'delivered',
      'failed 已不在该钉钉组织中',
      'skipped 未在钉钉组织中找到此人',
      'skipped 未在钉钉组织中找到此人',
    ])
  })

  it('of a todo shows that the todo is done', async () => {
    const two = await hire(2)
    await send(wanted, two, 'L1')
    await send(wanted, two, 'L2')
    await deliver()
    expect((await shown()).map(({ status }) => status)).toEqual(['待处理', '待处理', '待处理', '待处理'])
    await as(admin, (ctx) => closeTodos(ctx, { kind: 'leave', id: 'L1' }))
    await queue.work('message.close-outside')
    expect((await shown()).map(({ status }) => status).toSorted()).toEqual(['已处理', '已处理', '待处理', '待处理'])
  })

  it('sent again after a crash of the worker reaches nobody twice', async () => {
    await send(alarm, await hire(4))
    const [job] = await queue.waiting('message.deliver')
    await queue.run(job!)
    await database.sql(
      "update tenant.message_delivery set status = 'sending', provider_id = null, sent_at = null, taken_at = taken_at - interval '1 minute'",
    )
    await queue.run(job!)
    expect(await shown()).toHaveLength(4)
    await check()
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
  })

  it('with the text of an earlier notice is sent as a new one', async () => {
    const [li] = await hire(1)
    await send(alarm, [li!])
    await send(alarm, [li!])
    await deliver()
    expect(await shown()).toHaveLength(2)
  })

  it('waits while DingTalk is unavailable, and marks nobody as unreachable', async () => {
    await send(alarm, await hire(1))
    await dingTalk.control({ fail: '503' })
    const [job] = await queue.waiting('message.deliver')
    await queue.forget()
    await queue.run(job!)
    expect(await statuses()).toEqual(['waiting'])
    expect(await queue.waiting('message.deliver')).toHaveLength(1) // repeated failures add no further job
    await dingTalk.control({})
    await queue.run(job!)
    expect(await shown()).toHaveLength(1)
  })

  it('waits while DingTalk limits the rate', async () => {
    const [li] = await hire(1)
    await send(alarm, [li!])
    await deliver()
    await send(alarm, [li!])
    await dingTalk.control({ fail: '90018' })
    await deliver()
    expect(await statuses()).toEqual(['sent', 'waiting 钉钉繁忙'])
    await check()
    expect(await statuses()).toEqual(['sent', 'waiting 钉钉繁忙'])
    await dingTalk.control({})
    await check()
    expect(await statuses()).toEqual(['delivered', 'waiting 钉钉繁忙'])
  })

  it('reaches the other people though DingTalk refuses one of them', async () => {
    await send(alarm, [...(await hire(1, { isOdd: true })), ...(await hire(2))])
    await deliver()
    expect([(await shown()).length, await statuses()]).toEqual([2, ['sent', 'sent', 'waiting']])
    await database.sql("update tenant.message_delivery set tries = 7, next_at = now() where status = 'waiting'")
    await deliver()
    expect(await statuses()).toEqual(['failed 多次发送未成功', 'sent', 'sent'])
  })

  it('is not lost when two jobs send the same batch', async () => {
    await send(alarm, await hire(3))
    const [job] = await queue.waiting('message.deliver')
    const channel = dingtalkChannel('https://portal.example')
    let turns = 0
    database.contribute('deliveryChannels', {
      ...channel,
      batchSize: 2,
      lookUpAddresses: async (outside, personIds) => {
        const turn = ++turns
        // While the first job looks up two people, the second one sends to them and then fails.
        if (turn === 1) await queue.run(job!)
        if (turn === 3) throw new Error('no answer')
        return channel.lookUpAddresses!(outside, personIds)
      },
    })
    await queue.run(job!)
    database.contribute('deliveryChannels', channel)
    expect(await statuses()).toEqual(['sent', 'sent', 'sent'])
  })

  it('is queried for a day, as long as DingTalk reports the status', async () => {
    await send(alarm, await hire(1))
    await deliver()
    await database.sql("update tenant.message_delivery set sent_at = sent_at - interval '25 hours'")
    const path = '/topapi/message/corpconversation/getsendresult'
    const before = await calls(path)
    await check()
    expect([(await calls(path)) - before, await statuses()]).toEqual([0, ['sent']])
  })

  it('is not planned for a district without a notice application', async () => {
    await database.sql('update tenant.dingtalk set agent_id = null')
    await send(alarm, await hire(1))
    expect([await statuses(), await queue.waiting('message.deliver')]).toEqual([[], []])
    await database.sql('update tenant.dingtalk set agent_id = 1000001')
  })

  it('fits into DingTalk’s size limit', () => {
    const notice = { id: newId(), kind: 'todo', title: '题'.repeat(200), body: '文'.repeat(2000), url: '/x' } as const
    const body = buildNoticeBody(
      { ...notice, orgName: '', at: new Date(), dueAt: new Date() },
      'https://portal.example',
    )
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(2048)
  })

  it('leaves no DingTalk id readable in the database', async () => {
    await send(alarm, await hire(1))
    await deliver()
    const rows = await database.sql<{ text: string }>(
      `select u::text as text from tenant.dingtalk_user u union all select d::text from tenant.message_delivery d
       union all select p::text from tenant.person p`,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain(`union-${people}`)
  })
})

it('an invitation reaches only the owner of the mobile number in the company, with the link behind the #', async () => {
  const phone = '13900017701'
  const token = `1.${'t'.repeat(43)}`
  const letter = { phone, name: '顾晓晴', orgName: '实验小学', token }
  const channel = dingtalkInvitationChannel('https://portal.example')
  const own = database.requestCtx(admin)
  expect(await as(admin, channel.obstacle)).toBe('')
  expect(await channel.send(own, letter)).toBe('未在钉钉组织中找到此人')
  // The simulator's id for this phone number.
  const unionId = `sim${createHash('sha256').update(phone).digest('base64url').slice(0, 20)}iE`
  await dingTalk.ask('/play/staff', 'POST', { join: [unionId] })
  expect(await channel.send(own, letter)).toBe('')
  const [shown] = (await dingTalk.ask(`/notices?userid=user-${unionId}`)) as Shown[]
  expect(shown!.title).toBe('实验小学邀请您开通账号')
  const { pathname, search, hash } = new URL(shown!.url)
  expect([pathname, hash, search.includes(token)]).toEqual(['/login', `#invite=${token}`, false])
})
