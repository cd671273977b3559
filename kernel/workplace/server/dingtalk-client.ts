import { getContribution, Refusal, unavailable, type Ctx } from '#packages/core'
import type { Env } from '#packages/http'

/** An internal application of one company at DingTalk. */
export interface DingTalkApp {
  clientId: string
  clientSecret: string
  corpId: string
}

export interface DingTalkUser {
  /** Equal for all applications of a company, on the web and inside DingTalk. */
  unionId: string
  nick: string
}

interface Token {
  secret: string
  value: Promise<string>
  goodUntil: number
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** The addresses of DingTalk for this installation, and the access tokens that were requested there. */
export interface DingTalkService {
  readonly api: string
  readonly oapi: string
  readonly login: string
  readonly timeoutMs: number
  /** By client id, until they expire. */
  readonly tokens: Map<string, Token>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    dingtalkService: DingTalkService
  }
}

const expiredCodeRefusal = () => new Refusal('钉钉授权已失效，请重新扫码')
const wrongCompanyRefusal = () => new Refusal('所选的钉钉组织与本单位不一致，请重新扫码')
const appConfigRefusal = () => new Refusal('钉钉应用的配置有误，请联系管理员')

export function createDingTalkService(env: Env, { timeoutMs = 5_000 } = {}): DingTalkService {
  const address = (name: string, otherwise: string) => (env[name] || otherwise).replace(/\/+$/, '')
  return {
    api: address('QIMING_DINGTALK_API', 'https://api.dingtalk.com'),
    oapi: address('QIMING_DINGTALK_OAPI', 'https://oapi.dingtalk.com'),
    login: address('QIMING_DINGTALK_LOGIN', 'https://login.dingtalk.com'),
    timeoutMs,
    tokens: new Map(),
  }
}

export const getDingTalkService = (ctx: Pick<Ctx, 'app'>) => getContribution(ctx, 'dingtalkService')

/** DingTalk's QR page; it redirects to `redirectUri` with `authCode` and `state`. */
export function getSignInUrl(
  service: DingTalkService,
  { clientId }: { clientId: string },
  back: { redirectUri: string; state: string },
) {
  const query = new URLSearchParams({
    redirect_uri: back.redirectUri,
    response_type: 'code',
    client_id: clientId,
    scope: 'openid corpid',
    state: back.state,
    prompt: 'consent',
  })
  return `${service.login}/oauth2/auth?${query.toString().replaceAll('+', '%20')}`
}

/** The user who signed in on DingTalk's page. */
export async function getUserByWebCode(
  service: DingTalkService,
  app: DingTalkApp,
  authCode: string,
): Promise<DingTalkUser> {
  const granted = await post(service, `${service.api}/v1.0/oauth2/userAccessToken`, {
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    code: authCode,
    grantType: 'authorization_code',
  })
  refuseFaults(granted, expiredCodeRefusal)
  const { accessToken, corpId } = granted.body
  if (corpId !== app.corpId) throw wrongCompanyRefusal()
  const me = await fetchAnswer(service, `${service.api}/v1.0/contact/users/me`, {
    headers: { 'x-acs-dingtalk-access-token': text(accessToken) },
  })
  refuseFaults(me, appConfigRefusal) // the token is fresh, so the application lacks the permission to read the user
  return { unionId: text(me.body['unionId']), nick: toNickname(me.body['nick']) }
}

/** The user who opened this site inside DingTalk. */
export async function getUserByInsideCode(
  service: DingTalkService,
  app: DingTalkApp,
  code: string,
): Promise<DingTalkUser> {
  const answer = await callLegacyApi(service, app, '/topapi/v2/user/getuserinfo', { code })
  const error = getErrorCode(answer)
  if (error === 40078 || error === 40029) throw expiredCodeRefusal()
  if (isBusyAnswer(answer)) throw unavailable()
  if (error !== 0) throw appConfigRefusal()
  const result = Object(answer['result']) as Record<string, unknown>
  return { unionId: text(result['unionid']), nick: toNickname(result['name']) }
}

/** The error code of the older API; gateway errors (88) have the code in `sub_code`. */
export const getErrorCode = ({ errcode, sub_code }: Record<string, unknown>) =>
  Number(errcode === 88 ? sub_code : errcode)

/** Busy, or too many calls. */
export const isBusyAnswer = (answer: Record<string, unknown>) => [-1, 90002, 90018].includes(getErrorCode(answer))

/** The older API takes the token in the URL and reports errors with status 200. */
export async function callLegacyApi(
  service: DingTalkService,
  app: DingTalkApp,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const once = async (token: string) => {
    const answer = await post(service, `${service.oapi}${path}?access_token=${encodeURIComponent(token)}`, body)
    if (answer.status !== 200) throw unavailable()
    return answer.body
  }
  const answer = await once(await appToken(service, app))
  if (!isTokenRefused(answer)) return answer
  service.tokens.delete(app.clientId) // DingTalk may revoke a token before it expires
  return once(await appToken(service, app))
}

const isTokenRefused = (answer: Record<string, unknown>) => [40014, 42001].includes(getErrorCode(answer))

/** DingTalk limits token requests, so the token is cached and concurrent callers share one request. */
function appToken(service: DingTalkService, { clientId, clientSecret }: DingTalkApp): Promise<string> {
  const { tokens } = service
  const cached = tokens.get(clientId)
  if (cached && cached.secret === clientSecret && Date.now() < cached.goodUntil) return cached.value
  const token: Token = { secret: clientSecret, value: fetchToken(), goodUntil: Infinity }
  tokens.set(clientId, token)
  return token.value

  async function fetchToken() {
    try {
      const answer = await post(service, `${service.api}/v1.0/oauth2/accessToken`, {
        appKey: clientId,
        appSecret: clientSecret,
      })
      refuseFaults(answer, appConfigRefusal)
      token.goodUntil = Date.now() + (Number(answer.body['expireIn']) - 300) * 1000
      return text(answer.body['accessToken'])
    } catch (error) {
      if (tokens.get(clientId) === token) tokens.delete(clientId)
      throw error
    }
  }
}

function refuseFaults({ status, body }: Answer, otherwise: () => Refusal) {
  if (status === 200) return
  const code = String(body['code'])
  if (status === 429 || /throttling/i.test(code)) throw unavailable()
  throw status === 403 || /client|forbidden/i.test(code) ? appConfigRefusal() : otherwise()
}

const post = (service: DingTalkService, url: string, body: object) =>
  fetchAnswer(service, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Errors of `fetch` are not passed on, because URLs of the older API contain a token. */
async function fetchAnswer({ timeoutMs }: DingTalkService, url: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (answer.status >= 500) throw unavailable()
    return { status: answer.status, body: Object(await answer.json()) as Record<string, unknown> }
  } catch {
    throw unavailable()
  }
}

/** A missing required value counts as unavailable. */
function text(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw unavailable()
  return value
}

const toNickname = (value: unknown) => (typeof value === 'string' ? value : '')
