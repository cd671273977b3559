/** Simulates DingTalk: its QR page, the two ways from a code to a user, users to scan with, and work notices. */
import { randomUUID } from 'node:crypto'
import { renderConsentPage, handleConsent, renderInsidePage, renderStartPage } from './dingtalk-pages.ts'
import { WorkNotices } from './dingtalk-notices.ts'
import { demoCompanies, tokenSeconds, createUser, DingTalkState, type DingTalkCompany } from './dingtalk-state.ts'
import {
  FaultInjection,
  parseFields,
  respondJson,
  serveSimulator,
  type SimulatorResponse,
  type SimulatorRequest,
  type SimulatorRoutes,
} from './http.ts'

const given = process.env['SIM_DINGTALK_COMPANIES']
const world = new DingTalkState(given ? (JSON.parse(given) as DingTalkCompany[]) : demoCompanies)
const portal = process.env['SIM_PORTAL_URL'] ?? 'http://127.0.0.1:3000'
const notices = new WorkNotices(world)
const faults = new FaultInjection()
const calls: Record<string, number> = {}

serveSimulator('dingtalk', {
  ...countCalls({
    'POST /v1.0/oauth2/userAccessToken': userAccessToken,
    'GET /v1.0/contact/users/me': me,
    'POST /v1.0/oauth2/accessToken': accessToken,
    'POST /topapi/v2/user/getuserinfo': userInfo,
    ...notices.vendor,
  }),
  'GET /oauth2/auth': (request) => renderConsentPage(world, request),
  'POST /oauth2/auth': (request) => handleConsent(world, request),
  'GET /': () => renderStartPage(world, portal),
  'POST /play/inside': (request) => renderInsidePage(world, request),
  'POST /play/code': playCode,
  ...notices.play,
  'POST /play/staff': playStaff,
  'POST /play/forget-tokens': () => (world.forgetAppTokens(), respondJson({})),
  'GET /calls': () => respondJson(calls),
  'POST /control': faults.control,
})

/** DingTalk's own interfaces count their calls and can be made to fail. */
function countCalls(routes: SimulatorRoutes): SimulatorRoutes {
  return Object.fromEntries(
    Object.entries(routes).map(([name, answer]) => [
      name,
      async (request: SimulatorRequest) => {
        calls[request.path] = (calls[request.path] ?? 0) + 1
        return (await faults.applyFault()) ?? (faults.fail ? respondFault(request, faults.fail) : answer(request))
      },
    ]),
  )
}

const respondError = (code: string, message: string): SimulatorResponse =>
  respondJson({ code, requestid: randomUUID().toUpperCase(), message }, 400)
/** Faults of all calls, for example a rate limit, have two numbers in the older interface. */
const respondFault = ({ path }: SimulatorRequest, code: string): SimulatorResponse => {
  if (!path.startsWith('/topapi/') || !/^\d+$/.test(code)) return respondError(code, '故障演练')
  return respondJson({ errcode: 88, sub_code: code, sub_msg: '故障演练', errmsg: `ding talk error[subcode=${code}]` })
}
const wrongClient = () => respondError('invalidClientIdOrSecret', '无效的clientId或者clientSecret')

/** The application with this id and secret, or undefined. */
function findApp(clientId: unknown, secret: unknown) {
  const company = world.appOf(String(clientId))
  return company?.clientSecret === secret ? company : undefined
}

const isJson = ({ headers }: SimulatorRequest) => headers['content-type']?.startsWith('application/json')
const noBody = () => respondError('Missingbody', 'body is mandatory for this action.')

function userAccessToken(request: SimulatorRequest) {
  if (!isJson(request)) return noBody()
  const { clientId, clientSecret, code, grantType } = parseFields(request.body)
  const app = findApp(clientId, clientSecret)
  if (!app) return wrongClient()
  if (grantType !== 'authorization_code') return respondError('invalidParameter.grantType', '不合法的grantType')
  const taken = world.takeWebCode(String(code), app.clientId, Date.now())
  if (!taken) return respondError('invalidParameter.authCode.notFound', '不存在的临时授权码')
  return respondJson({
    accessToken: world.makeUserToken(taken.user),
    refreshToken: randomUUID().replaceAll('-', ''),
    expireIn: tokenSeconds,
    ...(taken.includesCompany ? { corpId: taken.corpId } : {}),
  })
}

function me({ headers }: SimulatorRequest) {
  const user = world.userOfToken(headers['x-acs-dingtalk-access-token'] ?? '')
  if (!user) return respondError('InvalidAuthentication', '不合法的access_token')
  return respondJson({
    nick: user.nick,
    unionId: user.unionId,
    openId: `open-${user.unionId}`,
    avatarUrl: '',
    stateCode: '86',
  })
}

function accessToken(request: SimulatorRequest) {
  if (!isJson(request)) return noBody()
  const { appKey, appSecret } = parseFields(request.body)
  const app = findApp(appKey, appSecret)
  return app ? respondJson({ accessToken: world.appToken(app, Date.now()), expireIn: tokenSeconds }) : wrongClient()
}

/** The older interface always answers with status 200. */
function userInfo({ query, body }: SimulatorRequest) {
  const request_id = randomUUID().replaceAll('-', '').slice(0, 12)
  const company = world.companyOfToken(query.get('access_token') ?? '', Date.now())
  if (!company) {
    const sub = { sub_code: '40014', sub_msg: '不合法的access_token' }
    return respondJson({
      errcode: 88,
      ...sub,
      errmsg: `ding talk error[subcode=${sub.sub_code},submsg=${sub.sub_msg}]`,
      request_id,
    })
  }
  const taken = world.takeInsideCode(String(parseFields(body)['code']), company.clientId, Date.now())
  if (!taken) return respondJson({ errcode: 40078, errmsg: '不存在的临时授权码', request_id })
  const { unionId: unionid, nick: name } = taken.user
  const result = { userid: `user-${unionid}`, unionid, associated_unionid: unionid, name, sys: false, sys_level: 0 }
  return respondJson({ errcode: 0, errmsg: 'ok', result, request_id })
}

/** For tests: adds and removes staff. */
function playStaff({ body }: SimulatorRequest) {
  const { join = [], leave = [] } = parseFields(body) as { join?: string[]; leave?: string[] }
  join.forEach(world.join)
  leave.forEach(world.leave)
  return respondJson({})
}

/** For tests: a code like that of `dd.requestAuthCode` for a page inside DingTalk. */
function playCode({ body }: SimulatorRequest) {
  const { corpId, unionId, nick } = parseFields(body)
  const company = world.companyOf(String(corpId))
  if (!company) return respondError('invalidCorpId', '没有这个组织')
  const user = createUser(typeof nick === 'string' && nick ? nick : '李敏')
  const known = typeof unionId === 'string' && unionId ? { ...user, unionId } : user
  return respondJson({ code: world.makeInsideCode(company, known, Date.now()), ...known, corpId: company.corpId })
}
