import { demoUsers, createUser, type DingTalkCompany, type DingTalkUser, type DingTalkState } from './dingtalk-state.ts'
import {
  escapeHtml,
  isLoopback,
  renderPage,
  redirectTo,
  type SimulatorResponse,
  type SimulatorRequest,
} from './http.ts'

const option = (value: string, label: string, isChosen = false) =>
  `<option value="${escapeHtml(value)}"${isChosen ? ' selected' : ''}>${escapeHtml(label)}</option>`
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
const chooseUser = `<fieldset><legend>扮演哪位钉钉用户</legend>
<label>现成的用户 <select name="user">${demoUsers.map(({ nick }) => option(nick, nick)).join('')}</select></label>
<label>或者自己起一个昵称 <input name="nick" maxlength="30" autocomplete="off"></label></fieldset>`

/** The user in a form: the nick that was typed, otherwise the selected one. */
export const readUser = (form: URLSearchParams): DingTalkUser =>
  createUser((form.get('nick') ?? '').trim() || form.get('user') || demoUsers[0]!.nick)

const chooseCompany = (companies: readonly DingTalkCompany[], chosen?: DingTalkCompany) =>
  `<label>组织 <select name="corpId">${companies
    .map((company) => option(company.corpId, `${company.name}（${company.corpId}）`, company === chosen))
    .join('')}</select></label>`

/** `GET /oauth2/auth`: the page after scanning. */
export function renderConsentPage(world: DingTalkState, { query }: SimulatorRequest): SimulatorResponse {
  const fault = requestFault(world, query)
  if (fault) return renderPage('无法登录', `<p>${fault}</p>`, { status: 400 })
  const company = world.appOf(query.get('client_id')!)
  const includesCompany = query.get('scope')!.split(/\s+/).includes('corpid')
  const fields = ['client_id', 'redirect_uri', 'state', 'scope', 'response_type', 'prompt']
  return renderPage(
    '钉钉登录（模拟）',
    `<p>应用 <b>${escapeHtml(company?.name ?? '')}</b> 申请获取您的个人信息。这里是模拟的钉钉，不需要真的扫码。</p>
<form method="post" action="/oauth2/auth">${fields.map((name) => hidden(name, query.get(name) ?? '')).join('')}
${chooseUser}${includesCompany ? chooseCompany(world.companies, company) : ''}
<p><button name="decision" value="agree">同意</button> <button name="decision" value="refuse">拒绝</button></p></form>`,
  )
}

/** `POST /oauth2/auth`: back to the application, with a code or without. */
export function handleConsent(world: DingTalkState, { body }: SimulatorRequest): SimulatorResponse {
  const form = new URLSearchParams(body)
  const fault = requestFault(world, form)
  if (fault) return renderPage('无法登录', `<p>${fault}</p>`, { status: 400 })
  const clientId = form.get('client_id')!
  const back = new URL(form.get('redirect_uri')!)
  if (form.get('decision') === 'agree') {
    const includesCompany = form.get('scope')!.split(/\s+/).includes('corpid')
    const corpId = form.get('corpId') ?? world.appOf(clientId)!.corpId
    back.searchParams.set('authCode', world.makeWebCode(clientId, corpId, readUser(form), includesCompany, Date.now()))
  } else {
    back.searchParams.set('error', 'access_denied')
  }
  if (form.get('state')) back.searchParams.set('state', form.get('state')!)
  return redirectTo(back.href)
}

function requestFault(world: DingTalkState, given: URLSearchParams) {
  if (!world.appOf(given.get('client_id') ?? '')) return '参数错误：client_id 不存在'
  if (!isLoopback(given.get('redirect_uri') ?? '')) return '参数错误：redirect_uri 未登记（模拟器只接受本机地址）'
  if (given.get('response_type') !== 'code') return '参数错误：response_type 只能是 code'
  if (given.get('prompt') !== 'consent') return '参数错误：prompt 只能是 consent'
  if (!(given.get('scope') ?? '').split(/\s+/).includes('openid')) return '参数错误：scope 必须包含 openid'
  return undefined
}

/** `GET /`: a description, and the link into the portal from inside DingTalk. */
export const renderStartPage = (world: DingTalkState, portal: string): SimulatorResponse =>
  renderPage(
    '钉钉模拟器',
    `<p>这里是模拟的钉钉：门户“钉钉登录”会打开本模拟器的授权页，同意后带着 authCode 回到门户。</p>
<h2>从钉钉应用内打开门户</h2>
<p>真正的钉钉里，门户页面通过 <code>dd.requestAuthCode</code> 取得免登授权码。这里先生成一个授权码，再用带着它的链接打开门户。
授权码只能使用一次，5 分钟内有效。测试程序可用 <code>POST /play/code {corpId, unionId, nick}</code> 取得授权码。</p>
<form method="post" action="/play/inside">${chooseUser}${chooseCompany(world.companies)}
<label>门户地址 <input name="portal" size="40" value="${escapeHtml(portal)}"></label>
<p><button>生成授权码</button></p></form>
<h2>模拟的企业和应用</h2><table><tr><th>企业<th>corpId<th>clientId<th>clientSecret
${world.companies
  .map(({ name, corpId, clientId, clientSecret }) =>
    [name, corpId, clientId, clientSecret].map((cell) => `<td>${escapeHtml(cell)}`).join(''),
  )
  .map((row) => `<tr>${row}`)
  .join('')}</table>`,
  )

/** `POST /play/inside`: a code, and the link with it. */
export function renderInsidePage(world: DingTalkState, { body }: SimulatorRequest): SimulatorResponse {
  const form = new URLSearchParams(body)
  const company = world.companyOf(form.get('corpId') ?? '')
  const portal = form.get('portal') ?? ''
  if (!company || !isLoopback(portal))
    return renderPage('无法生成', '<p>没有这个组织，或者门户地址不在本机。</p>', { status: 400 })
  const user = readUser(form)
  const code = world.makeInsideCode(company, user, Date.now())
  const link = new URL(`/DD?${new URLSearchParams({ corpId: company.corpId }).toString()}#code=${code}`, portal)
  return renderPage(
    '免登授权码',
    `<p>${escapeHtml(user.nick)}（${escapeHtml(company.name)}）的授权码：<code>${code}</code></p>
<p><a href="${escapeHtml(link.href)}">从钉钉打开门户</a></p><p><a href="/">返回</a></p>`,
  )
}
