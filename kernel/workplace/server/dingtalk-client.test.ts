import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { createDingTalkService, getSignInUrl, getUserByInsideCode, getUserByWebCode } from './dingtalk-client.ts'

let dingTalk: Awaited<ReturnType<typeof startSimulator>>
let service: ReturnType<typeof createDingTalkService>
const app = { clientId: 'dingdemo-app', clientSecret: 'dingdemo-secret', corpId: 'dingdemo-corp-yunhe' }
const otherApp = { clientId: 'dingdemo-app2', clientSecret: 'dingdemo-secret2', corpId: 'dingdemo-corp-minghu' }
const back = { redirectUri: 'http://127.0.0.1:3000/DDLogin/1?from=a b', state: 'a+b/c=' }

const spent = { name: 'Refusal', message: '钉钉授权已失效，请重新扫码' }
const misconfigured = { name: 'Refusal', message: '钉钉应用的配置有误，请联系管理员' }
const unavailable = { name: 'Refusal', ret: -503 }

beforeAll(async () => {
  dingTalk = await startSimulator('dingtalk')
})
afterAll(() => dingTalk.stop())
beforeEach(async () => {
  await dingTalk.control({})
  service = createService(dingTalk.url)
})

test('returns the user for the code after the user agrees on DingTalk’s page', async () => {
  const returned = await decide('agree', { nick: '周老师' })
  expect(`${returned.origin}${returned.pathname}`).toBe('http://127.0.0.1:3000/DDLogin/1')
  expect(returned.searchParams.get('from')).toBe('a b')
  expect(returned.searchParams.get('state')).toBe(back.state)
  const user = await getUserByWebCode(service, app, returned.searchParams.get('authCode')!)
  expect(user).toEqual({ nick: '周老师', unionId: expect.stringMatching(/^sim/) })
})

test('returns without a code after the user refuses on DingTalk’s page', async () => {
  const returned = await decide('refuse')
  expect(returned.searchParams.has('authCode')).toBe(false)
  expect(returned.searchParams.get('error')).toBe('access_denied')
  expect(returned.searchParams.get('state')).toBe(back.state)
})

test('builds the documented sign-in URL', () => {
  expect(
    getSignInUrl(createDingTalkService({}), app, { redirectUri: 'https://portal.example/DDLogin/1', state: 's' }),
  ).toBe(
    'https://login.dingtalk.com/oauth2/auth?redirect_uri=https%3A%2F%2Fportal.example%2FDDLogin%2F1' +
      '&response_type=code&client_id=dingdemo-app&scope=openid%20corpid&state=s&prompt=consent',
  )
})

test('the simulator redirects only to this machine and checks the client', async () => {
  const page = (config: { clientId: string }, redirectUri: string) =>
    fetch(getSignInUrl(service, config, { redirectUri, state: 's' })).then(({ status }) => status)
  expect(await page(app, 'http://localhost:3000/x')).toBe(200)
  expect(await page(app, 'https://evil.example/x')).toBe(400)
  expect(await page(app, 'http://127.0.0.1.evil.example/x')).toBe(400)
  expect(await page({ clientId: 'stranger' }, 'http://localhost:3000/x')).toBe(400)
})

test('accepts a web code once and for one application', async () => {
  const code = await webCode()
  await getUserByWebCode(service, app, code)
  await expect(getUserByWebCode(service, app, code)).rejects.toMatchObject(spent)
  await expect(getUserByWebCode(service, app, 'invented')).rejects.toMatchObject(spent)
  await expect(getUserByWebCode(service, otherApp, await webCode())).rejects.toMatchObject(spent)
})

test('refuses a user of another company', async () => {
  const code = await webCode({ corpId: otherApp.corpId })
  await expect(getUserByWebCode(service, app, code)).rejects.toMatchObject({
    name: 'Refusal',
    message: /组织与本单位不一致/,
  })
})

test('returns the same user inside DingTalk as on the web, once per code', async () => {
  const onTheWeb = await getUserByWebCode(service, app, await webCode({ nick: '孙老师' }))
  const code = await insideCode({ nick: '孙老师' })
  expect(await getUserByInsideCode(service, app, code)).toEqual(onTheWeb)
  await expect(getUserByInsideCode(service, app, code)).rejects.toMatchObject(spent)
  await expect(getUserByInsideCode(service, otherApp, await insideCode({}))).rejects.toMatchObject(spent)
})

test('the simulator lets a test choose the account', async () => {
  const code = await insideCode({ unionId: 'union-7', nick: '钱老师' })
  expect(await getUserByInsideCode(service, app, code)).toEqual({ unionId: 'union-7', nick: '钱老师' })
})

test('requests the application token once, also concurrently, and again after DingTalk has revoked it', async () => {
  const countTokenCalls = async () =>
    ((await dingTalk.ask('/calls')) as Record<string, number>)['/v1.0/oauth2/accessToken'] ?? 0
  const before = await countTokenCalls()
  const codes = [await insideCode({}), await insideCode({})]
  await Promise.all(codes.map((code) => getUserByInsideCode(service, app, code)))
  await getUserByInsideCode(service, app, await insideCode({}))
  expect(await countTokenCalls()).toBe(before + 1)
  await dingTalk.ask('/play/forget-tokens', 'POST')
  await getUserByInsideCode(service, app, await insideCode({}))
  expect(await countTokenCalls()).toBe(before + 2)
})

test('distinguishes a wrong secret from a used code, and accepts a corrected secret at once', async () => {
  const wrong = { ...app, clientSecret: 'wrong' }
  const [web, inside] = [await webCode(), await insideCode({})]
  await expect(getUserByWebCode(service, wrong, web)).rejects.toMatchObject(misconfigured)
  await expect(getUserByInsideCode(service, wrong, inside)).rejects.toMatchObject(misconfigured)
  await expect(getUserByInsideCode(service, app, inside)).resolves.toMatchObject({ nick: '李敏' })
  await expect(getUserByInsideCode(service, wrong, inside)).rejects.toMatchObject(misconfigured)
})

test('is unavailable within a short time when DingTalk is down, broken or slow', async () => {
  const [web, inside] = [await webCode(), await insideCode({})]
  const expectUnavailable = async () => {
    await expect(getUserByWebCode(service, app, web)).rejects.toMatchObject(unavailable)
    await expect(getUserByInsideCode(service, app, inside)).rejects.toMatchObject(unavailable)
  }
  await dingTalk.control({ fail: '503' })
  await expectUnavailable()
  await dingTalk.control({ delayMs: 60_000 })
  service = createService(dingTalk.url, 200)
  await expectUnavailable()
  service = createService('http://127.0.0.1:9')
  await expectUnavailable()
  await dingTalk.control({})
  service = createService(dingTalk.url)
  await expect(getUserByInsideCode(service, app, inside)).resolves.toMatchObject({ nick: '李敏' })
})

function createService(url: string, timeoutMs = 5_000) {
  const env = { QIMING_DINGTALK_API: url, QIMING_DINGTALK_OAPI: `${url}/`, QIMING_DINGTALK_LOGIN: url }
  return createDingTalkService(env, { timeoutMs })
}

/** Submits the form of DingTalk's page like a browser. */
async function decide(decision: 'agree' | 'refuse', choice: { nick?: string; corpId?: string } = {}) {
  const html = await (await fetch(getSignInUrl(service, app, back))).text()
  const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const hidden = [...html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = hidden.map(([, name, value]): [string, string] => [name!, unescaped(value!)])
  const body = new URLSearchParams([...fields, ...Object.entries({ decision, ...choice })])
  const answer = await fetch(`${dingTalk.url}/oauth2/auth`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location')!)
}

const webCode = async (choice: { nick?: string; corpId?: string } = {}) =>
  (await decide('agree', choice)).searchParams.get('authCode')!

async function insideCode(who: { unionId?: string; nick?: string }) {
  const made = await dingTalk.ask('/play/code', 'POST', { corpId: app.corpId, ...who })
  return (made as { code: string }).code
}
