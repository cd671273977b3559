import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { configureDingTalk, getSignInUrl, getUserByInsideCode, getUserByWebCode } from './dingtalk-client.ts'

let dingTalk: Awaited<ReturnType<typeof startSimulator>>
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
  pointAt(dingTalk.url)
})

test('on the page of DingTalk one agrees, comes back with a code, and the code tells who one is', async () => {
  const returned = await decide('agree', { nick: '周老师' })
  expect(`${returned.origin}${returned.pathname}`).toBe('http://127.0.0.1:3000/DDLogin/1')
  expect(returned.searchParams.get('from')).toBe('a b')
  expect(returned.searchParams.get('state')).toBe(back.state)
  const user = await getUserByWebCode(app, returned.searchParams.get('authCode')!)
  expect(user).toEqual({ nick: '周老师', unionId: expect.stringMatching(/^sim/) })
})

test('on the page of DingTalk one refuses and comes back without a code', async () => {
  const returned = await decide('refuse')
  expect(returned.searchParams.has('authCode')).toBe(false)
  expect(returned.searchParams.get('error')).toBe('access_denied')
  expect(returned.searchParams.get('state')).toBe(back.state)
})

test('the address of the page is the documented one', () => {
  configureDingTalk({})
  expect(getSignInUrl(app, { redirectUri: 'https://portal.example/DDLogin/1', state: 's' })).toBe(
    'https://login.dingtalk.com/oauth2/auth?redirect_uri=https%3A%2F%2Fportal.example%2FDDLogin%2F1' +
      '&response_type=code&client_id=dingdemo-app&scope=openid%20corpid&state=s&prompt=consent',
  )
})

test('the simulator leads nobody off this machine and knows its clients', async () => {
  const page = (config: { clientId: string }, redirectUri: string) =>
    fetch(getSignInUrl(config, { redirectUri, state: 's' })).then(({ status }) => status)
  expect(await page(app, 'http://localhost:3000/x')).toBe(200)
  expect(await page(app, 'https://evil.example/x')).toBe(400)
  expect(await page(app, 'http://127.0.0.1.evil.example/x')).toBe(400)
  expect(await page({ clientId: 'stranger' }, 'http://localhost:3000/x')).toBe(400)
})

test('a code from the web works once and for one application', async () => {
  const code = await webCode()
  await getUserByWebCode(app, code)
  await expect(getUserByWebCode(app, code)).rejects.toMatchObject(spent)
  await expect(getUserByWebCode(app, 'invented')).rejects.toMatchObject(spent)
  await expect(getUserByWebCode(otherApp, await webCode())).rejects.toMatchObject(spent)
})

test('who picked another company is refused', async () => {
  const code = await webCode({ corpId: otherApp.corpId })
  await expect(getUserByWebCode(app, code)).rejects.toMatchObject({ name: 'Refusal', message: /组织与本单位不一致/ })
})

test('inside DingTalk a code tells the same person as on the web, once', async () => {
  const onTheWeb = await getUserByWebCode(app, await webCode({ nick: '孙老师' }))
  const code = await insideCode({ nick: '孙老师' })
  expect(await getUserByInsideCode(app, code)).toEqual(onTheWeb)
  await expect(getUserByInsideCode(app, code)).rejects.toMatchObject(spent)
  await expect(getUserByInsideCode(otherApp, await insideCode({}))).rejects.toMatchObject(spent)
})

test('a test may say which account it is', async () => {
  const code = await insideCode({ unionId: 'union-7', nick: '钱老师' })
  expect(await getUserByInsideCode(app, code)).toEqual({ unionId: 'union-7', nick: '钱老师' })
})

test('the token of the application is asked for once, also by two at a time, and again when it was taken back', async () => {
  const countTokenCalls = async () =>
    ((await dingTalk.ask('/calls')) as Record<string, number>)['/v1.0/oauth2/accessToken'] ?? 0
  const before = await countTokenCalls()
  const codes = [await insideCode({}), await insideCode({})]
  await Promise.all(codes.map((code) => getUserByInsideCode(app, code)))
  await getUserByInsideCode(app, await insideCode({}))
  expect(await countTokenCalls()).toBe(before + 1)
  await dingTalk.ask('/play/forget-tokens', 'POST')
  await getUserByInsideCode(app, await insideCode({}))
  expect(await countTokenCalls()).toBe(before + 2)
})

test('a wrong secret is told apart from a spent code, and a mended one works at once', async () => {
  const wrong = { ...app, clientSecret: 'wrong' }
  const [web, inside] = [await webCode(), await insideCode({})]
  await expect(getUserByWebCode(wrong, web)).rejects.toMatchObject(misconfigured)
  await expect(getUserByInsideCode(wrong, inside)).rejects.toMatchObject(misconfigured)
  await expect(getUserByInsideCode(app, inside)).resolves.toMatchObject({ nick: '李敏' })
  await expect(getUserByInsideCode(wrong, inside)).rejects.toMatchObject(misconfigured)
})

test('DingTalk away, broken or slow is our being unavailable, and soon', async () => {
  const [web, inside] = [await webCode(), await insideCode({})]
  const expectUnavailable = async () => {
    await expect(getUserByWebCode(app, web)).rejects.toMatchObject(unavailable)
    await expect(getUserByInsideCode(app, inside)).rejects.toMatchObject(unavailable)
  }
  await dingTalk.control({ fail: '503' })
  await expectUnavailable()
  await dingTalk.control({ delayMs: 60_000 })
  pointAt(dingTalk.url, 200)
  await expectUnavailable()
  pointAt('http://127.0.0.1:9')
  await expectUnavailable()
  await dingTalk.control({})
  pointAt(dingTalk.url)
  await expect(getUserByInsideCode(app, inside)).resolves.toMatchObject({ nick: '李敏' })
})

function pointAt(url: string, timeoutMs = 5_000) {
  const env = { QIMING_DINGTALK_API: url, QIMING_DINGTALK_OAPI: `${url}/`, QIMING_DINGTALK_LOGIN: url }
  configureDingTalk(env, { timeoutMs })
}

/** Fills in the form of DingTalk's page as a browser would. */
async function decide(decision: 'agree' | 'refuse', choice: { nick?: string; corpId?: string } = {}) {
  const html = await (await fetch(getSignInUrl(app, back))).text()
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
