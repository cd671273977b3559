import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listDaysAround } from './sms-receipts.ts'
import { readSmsGateway, sendSms as sendSmsWith, type Sms } from './sms.ts'
import { startSimulator } from './simulator.fixture.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>
let simulator: Simulator
let strict: Simulator

/** The gateway of the settings, as the app that is sent with. */
let ctx: Parameters<typeof sendSmsWith>[0]
function configureSms(...settings: Parameters<typeof readSmsGateway>) {
  const gateway = readSmsGateway(...settings)
  ctx = { app: { manifests: [], contributions: gateway ? { smsGateway: [gateway] } : {} } }
}
const sendSms = (sms: Sms) => sendSmsWith(ctx, sms)

const phone = '13800000001'
const aCode = { phone, template: 'code', parameters: { code: '246810' } } as const
const settings = (url: string) => ({
  QIMING_SMS_ENDPOINT: url,
  QIMING_SMS_ACCESS_KEY_ID: 'sim-key-id',
  QIMING_SMS_ACCESS_KEY_SECRET: 'sim-key-secret',
  QIMING_SMS_SIGN_NAME: '启明',
  QIMING_SMS_TEMPLATE_CODE: 'SMS_SIM_CODE',
  QIMING_SMS_TEMPLATE_NOTICE: 'SMS_SIM_NOTICE',
})
const arrived = () => simulator.ask(`/messages?phone=${phone}`) as Promise<{ text: string }[]>

beforeAll(async () => {
  ;[simulator, strict] = await Promise.all([startSimulator('sms'), startSimulator('sms', { SIM_SMS_LIMITS: 'on' })])
})
afterAll(() => Promise.all([simulator.stop(), strict.stop()]))
beforeEach(async () => {
  configureSms(settings(simulator.url))
  await simulator.control({})
  await simulator.ask('/messages', 'DELETE')
})

test('a code is sent with the text of its template', async () => {
  expect(await sendSms(aCode)).toEqual({ sent: true, bizId: expect.stringMatching(/^\d+\^0$/) })
  expect((await arrived()).map(({ text }) => text)).toEqual([
    '【启明】您的验证码为246810，请在有效期内使用，切勿告诉他人。',
  ])
})

test('a notice keeps special characters of forms and JSON', async () => {
  const text = '“李敏 & 王”100%+1=\\'
  expect(await sendSms({ phone, template: 'notice', parameters: { text } })).toMatchObject({ sent: true })
  expect((await arrived())[0]!.text).toContain(`您有一条新的通知：${text}。`)
})

test('nothing is sent and nothing throws without complete settings', async () => {
  configureSms({})
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'not configured' })
  configureSms({ ...settings(simulator.url), QIMING_SMS_TEMPLATE_NOTICE: '' })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'not configured' })
  expect(await arrived()).toEqual([])
})

test('an invalid endpoint stops the start', () => {
  expect(() => configureSms(settings('dysmsapi.aliyuncs.com'))).toThrow('QIMING_SMS_ENDPOINT')
})

test('the second code to a number within a minute is refused by the limits of the gateway', async () => {
  configureSms(settings(strict.url))
  expect(await sendSms(aCode)).toMatchObject({ sent: true })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'isv.BUSINESS_LIMIT_CONTROL' })
  expect(await sendSms({ ...aCode, phone: '13800000002' })).toMatchObject({ sent: true })
  expect(await sendSms({ phone, template: 'notice', parameters: { text: '开会' } })).toMatchObject({ sent: true })
})

test('a wrong secret and a wrong key are detected by the signature', async () => {
  configureSms({ ...settings(simulator.url), QIMING_SMS_ACCESS_KEY_SECRET: 'another' })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'SignatureDoesNotMatch' })
  configureSms({ ...settings(simulator.url), QIMING_SMS_ACCESS_KEY_ID: 'another' })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'InvalidAccessKeyId.NotFound' })
  expect(await arrived()).toEqual([])
})

test('the error code of the gateway becomes the reason', async () => {
  const reasons = [
    await sendSms({ ...aCode, phone: '123' }),
    await sendSms({ ...aCode, parameters: {} }),
    (configureSms({ ...settings(simulator.url), QIMING_SMS_SIGN_NAME: '别人' }), await sendSms(aCode)),
    (configureSms({ ...settings(simulator.url), QIMING_SMS_TEMPLATE_CODE: 'SMS_0' }), await sendSms(aCode)),
  ]
  expect(reasons.map((result) => !result.sent && result.reason)).toEqual([
    'isv.MOBILE_NUMBER_ILLEGAL',
    'isv.TEMPLATE_MISSING_PARAMETERS',
    'isv.SMS_SIGNATURE_ILLEGAL',
    'isv.SMS_TEMPLATE_ILLEGAL',
  ])
  configureSms(settings(simulator.url))
  await simulator.control({ fail: 'isv.OUT_OF_SERVICE' })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'isv.OUT_OF_SERVICE' })
})

test('a slow, broken or unavailable gateway gives a failed message and no exception', async () => {
  await simulator.control({ fail: '502' })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'HTTP 502' })
  await simulator.control({ delayMs: 60_000 })
  configureSms(settings(simulator.url), { timeoutMs: 200 })
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'timeout' })
  configureSms(settings('http://127.0.0.1:9'))
  expect(await sendSms(aCode)).toEqual({ sent: false, reason: 'unreachable' })
})

test('neither the number nor the code is in the address or a header', async () => {
  const { address, init } = await captureRequest(() => sendSms(aCode))
  expect(address).toBe(`${simulator.url}/`)
  expect(JSON.stringify(init.headers)).not.toMatch(/13800000001|246810/)
})

test('the gateway accepts a signed request once and only for a short time', async () => {
  const { address, init } = await captureRequest(() => sendSms(aCode))
  const codeOf = async (request: RequestInit) =>
    ((await (await fetch(address, { ...request, signal: null })).json()) as { Code: string }).Code
  expect(await codeOf({ ...init, body: init.body.replace(phone, '13800000009') })).toBe('SignatureDoesNotMatch')
  expect(await codeOf({ ...init, headers: { ...init.headers, 'x-acs-other': '1' } })).toBe('SignatureDoesNotMatch')
  expect(await codeOf(init)).toBe('SignatureNonceUsed')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 60_000 })
  const late = await sendSms(aCode).finally(() => vi.useRealTimers())
  expect(late).toEqual({ sent: false, reason: 'InvalidTimeStamp.Expired' })
  expect(await arrived()).toHaveLength(1)
})

test('a message sent near midnight is searched on both days, otherwise on one', () => {
  expect(listDaysAround(new Date('2026-11-15T04:00:00Z'))).toEqual(['2026-11-15'])
  expect(listDaysAround(new Date('2026-11-15T15:59:58Z'))).toEqual(['2026-11-15', '2026-11-16'])
  expect(listDaysAround(new Date('2026-11-15T16:00:01Z'))).toEqual(['2026-11-16', '2026-11-15'])
})

/** The HTTP request of one message. */
async function captureRequest(work: () => Promise<unknown>) {
  const spy = vi.spyOn(globalThis, 'fetch')
  await work()
  const [address, init] = spy.mock.calls[0]!
  spy.mockRestore()
  return {
    address: String(address as URL),
    init: init as Omit<RequestInit, 'headers'> & { headers: Record<string, string>; body: string },
  }
}
