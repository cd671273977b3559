/** Plays DingTalk: its QR page, the two ways from a code to a user, somebody to scan with, and work notices. */
import { randomUUID } from 'node:crypto'
import { consentPage, decide, insidePage, startPage } from './dingtalk-pages.ts'
import { Notices } from './dingtalk-notices.ts'
import { demoCompanies, tokenSeconds, userCalled, World, type Company } from './dingtalk-world.ts'
import { Faults, fieldsOf, json, serve, type Answered, type Asked, type Routes } from './http.ts'

const given = process.env['SIM_DINGTALK_COMPANIES']
const world = new World(given ? (JSON.parse(given) as Company[]) : demoCompanies)
const portal = process.env['SIM_PORTAL_URL'] ?? 'http://127.0.0.1:3000'
const notices = new Notices(world)
const faults = new Faults()
const calls: Record<string, number> = {}

serve('dingtalk', {
  ...counted({
    'POST /v1.0/oauth2/userAccessToken': userAccessToken,
    'GET /v1.0/contact/users/me': me,
    'POST /v1.0/oauth2/accessToken': accessToken,
    'POST /topapi/v2/user/getuserinfo': userInfo,
    ...notices.vendor,
  }),
  'GET /oauth2/auth': (asked) => consentPage(world, asked),
  'POST /oauth2/auth': (asked) => decide(world, asked),
  'GET /': () => startPage(world, portal),
  'POST /play/inside': (asked) => insidePage(world, asked),
  'POST /play/code': playCode,
  ...notices.play,
  'POST /play/staff': playStaff,
  'POST /play/forget-tokens': () => (world.forgetAppTokens(), json({})),
  'GET /calls': () => json(calls),
  'POST /control': faults.control,
})

/** DingTalk's own interfaces can be made to fail and tell how often they were called. */
function counted(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([name, answer]) => [
      name,
      async (asked: Asked) => {
        calls[asked.path] = (calls[asked.path] ?? 0) + 1
        return (await faults.bare()) ?? (faults.fail ? failed(asked, faults.fail) : answer(asked))
      },
    ]),
  )
}

const refused = (code: string, message: string): Answered =>
  json({ code, requestid: randomUUID().toUpperCase(), message }, 400)
/** What is wrong with all calls, too many of them for instance, the older interface says in two numbers. */
const failed = ({ path }: Asked, code: string): Answered => {
  if (!path.startsWith('/topapi/') || !/^\d+$/.test(code)) return refused(code, '故障演练')
  return json({ errcode: 88, sub_code: code, sub_msg: '故障演练', errmsg: `ding talk error[subcode=${code}]` })
}
const wrongClient = () => refused('invalidClientIdOrSecret', '无效的clientId或者clientSecret')

/** An application that shows its secret, or nothing. */
function appWith(clientId: unknown, secret: unknown) {
  const company = world.appOf(String(clientId))
  return company?.clientSecret === secret ? company : undefined
}

const isJson = ({ headers }: Asked) => headers['content-type']?.startsWith('application/json')
const noBody = () => refused('Missingbody', 'body is mandatory for this action.')

function userAccessToken(asked: Asked) {
  if (!isJson(asked)) return noBody()
  const { clientId, clientSecret, code, grantType } = fieldsOf(asked.body)
  const app = appWith(clientId, clientSecret)
  if (!app) return wrongClient()
  if (grantType !== 'authorization_code') return refused('invalidParameter.grantType', '不合法的grantType')
  const taken = world.takeWebCode(String(code), app.clientId, Date.now())
  if (!taken) return refused('invalidParameter.authCode.notFound', '不存在的临时授权码')
  return json({
    accessToken: world.makeUserToken(taken.user),
    refreshToken: randomUUID().replaceAll('-', ''),
    expireIn: tokenSeconds,
    ...(taken.tellsCompany ? { corpId: taken.corpId } : {}),
  })
}

function me({ headers }: Asked) {
  const user = world.userOfToken(headers['x-acs-dingtalk-access-token'] ?? '')
  if (!user) return refused('InvalidAuthentication', '不合法的access_token')
  return json({
    nick: user.nick,
    unionId: user.unionId,
    openId: `open-${user.unionId}`,
    avatarUrl: '',
    stateCode: '86',
  })
}

function accessToken(asked: Asked) {
  if (!isJson(asked)) return noBody()
  const { appKey, appSecret } = fieldsOf(asked.body)
  const app = appWith(appKey, appSecret)
  return app ? json({ accessToken: world.appToken(app, Date.now()), expireIn: tokenSeconds }) : wrongClient()
}

/** The older interface: status 200 whatever happened. */
function userInfo({ query, body }: Asked) {
  const request_id = randomUUID().replaceAll('-', '').slice(0, 12)
  const company = world.companyOfToken(query.get('access_token') ?? '', Date.now())
  if (!company) {
    const sub = { sub_code: '40014', sub_msg: '不合法的access_token' }
    return json({
      errcode: 88,
      ...sub,
      errmsg: `ding talk error[subcode=${sub.sub_code},submsg=${sub.sub_msg}]`,
      request_id,
    })
  }
  const taken = world.takeInsideCode(String(fieldsOf(body)['code']), company.clientId, Date.now())
  if (!taken) return json({ errcode: 40078, errmsg: '不存在的临时授权码', request_id })
  const { unionId: unionid, nick: name } = taken.user
  const result = { userid: `user-${unionid}`, unionid, associated_unionid: unionid, name, sys: false, sys_level: 0 }
  return json({ errcode: 0, errmsg: 'ok', result, request_id })
}

/** For tests: who works here, and who does not any more. */
function playStaff({ body }: Asked) {
  const { join = [], leave = [] } = fieldsOf(body) as { join?: string[]; leave?: string[] }
  join.forEach(world.join)
  leave.forEach(world.leave)
  return json({})
}

/** For tests, in place of what `dd.requestAuthCode` gives a page inside DingTalk. */
function playCode({ body }: Asked) {
  const { corpId, unionId, nick } = fieldsOf(body)
  const company = world.companyOf(String(corpId))
  if (!company) return refused('invalidCorpId', '没有这个组织')
  const user = userCalled(typeof nick === 'string' && nick ? nick : '李敏')
  const known = typeof unionId === 'string' && unionId ? { ...user, unionId } : user
  return json({ code: world.makeInsideCode(company, known, Date.now()), ...known, corpId: company.corpId })
}
