import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import { smsInvitationChannel } from './sms-invitations.ts'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { readSmsGateway } from '#kernel/message/server/sms.ts'

const database = useDatabase()
const { as, home } = database
const admin = createActor({ districtId: home })
let gateway: Awaited<ReturnType<typeof startSimulator>>

beforeAll(async () => {
  gateway = await startSimulator('sms')
})
beforeEach(async () => {
  await gateway.control({})
  configureSms(settings)
})
afterAll(async () => {
  await gateway.stop()
})
const configureSms = (env: Parameters<typeof readSmsGateway>[0]) =>
  database.contribute('smsGateway', readSmsGateway(env)!)
const settings = {
  get QIMING_SMS_ENDPOINT() {
    return gateway.url
  },
  QIMING_SMS_SIGN_NAME: '启明',
  QIMING_SMS_ACCESS_KEY_ID: 'sim-key-id',
  QIMING_SMS_ACCESS_KEY_SECRET: 'sim-key-secret',
  QIMING_SMS_TEMPLATE_CODE: 'SMS_SIM_CODE',
  QIMING_SMS_TEMPLATE_NOTICE: 'SMS_SIM_NOTICE',
  QIMING_SMS_TEMPLATE_INVITATION: 'SMS_SIM_INVITATION',
}

const own = () => database.requestCtx(admin)
const textsTo = async (phone: string) =>
  ((await gateway.ask(`/messages?phone=${phone}`)) as { text: string }[]).map(({ text }) => text)

it('sends a complete link and a new password; a number gets three an hour', async () => {
  const phone = '13900018801'
  const token = `1.${'Ab3_'.repeat(10)}xyz`
  const letter = { phone, name: '顾晓晴' }
  expect(await as(admin, smsInvitationChannel.obstacle)).toBe('')
  expect(await smsInvitationChannel.send(own(), { ...letter, orgName: '实验小学', token })).toBe('')
  expect(await smsInvitationChannel.send(own(), { ...letter, password: 'Bagu-temo-kade-4729' })).toBe('')
  const [link, password] = await textsTo(phone)
  expect(link).toContain('实验小学邀请您开通账号')
  expect(link).toContain(`/login#invite=${token} `)
  expect(password).toContain('您的新密码是 Bagu-temo-kade-4729，首次登录后须立即修改')
  expect(await smsInvitationChannel.send(own(), { ...letter, orgName: '实验小学', token })).toBe('')
  expect(await smsInvitationChannel.send(own(), { ...letter, orgName: '实验小学', token })).toContain('过于频繁')
  expect(await textsTo(phone)).toHaveLength(3)
})

it('reports why nothing was sent: the gateway refused, or there is no template for links', async () => {
  const letter = { phone: '13900018802', name: '顾晓晴', orgName: '实验小学', token: `1.${'x'.repeat(43)}` }
  await gateway.control({ fail: 'isv.AMOUNT_NOT_ENOUGH' })
  expect(await smsInvitationChannel.send(own(), letter)).toBe('短信账户余额不足')
  const { QIMING_SMS_TEMPLATE_INVITATION: _, ...without } = settings
  configureSms(without)
  expect(await as(admin, smsInvitationChannel.obstacle)).toBe('短信尚未配置')
})
