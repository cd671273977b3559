/** Simulates Alibaba Cloud's SMS gateway (Dysmsapi 2017-05-25) for demos and tests. Nothing leaves the machine. */
import { randomUUID } from 'node:crypto'
import {
  escapeHtml,
  FaultInjection,
  parseFields,
  respondJson,
  renderPage,
  serveSimulator,
  type SimulatorResponse,
  type SimulatorRequest,
} from './http.ts'
import { findLimitHit } from './sms-limits.ts'
import { DeliveryReceipts } from './sms-receipts.ts'
import { SignatureCheck } from './sms-signature.ts'

interface Message {
  phone: string
  template: string
  parameters: Record<string, string>
  text: string
  bizId: string
  outId: string
  at: string
}

const env = process.env
const signName = env['SIM_SMS_SIGN_NAME'] ?? '启明'
const codeTemplate = env['SIM_SMS_TEMPLATE_CODE'] ?? 'SMS_SIM_CODE'
const templates: Record<string, string> = {
  [codeTemplate]: '您的验证码为${code}，请在有效期内使用，切勿告诉他人。',
  [env['SIM_SMS_TEMPLATE_NOTICE'] ?? 'SMS_SIM_NOTICE']: '您有一条新的通知：${text}。详情请登录平台查看。',
  [env['SIM_SMS_TEMPLATE_INVITATION'] ?? 'SMS_SIM_INVITATION']:
    '${org}邀请您开通账号，请在7天内打开 http://127.0.0.1/login#invite=${head}${tail} 设置用户名和密码。',
}
const hasLimits = env['SIM_SMS_LIMITS'] === 'on'
const check = new SignatureCheck(
  new Map([[env['SIM_SMS_ACCESS_KEY_ID'] ?? 'sim-key-id', env['SIM_SMS_ACCESS_KEY_SECRET'] ?? 'sim-key-secret']]),
)
const faults = new FaultInjection()
const maxMessages = Number(env['SIM_SMS_KEPT'] ?? 500)
let messages: Message[] = []
const receipts = new DeliveryReceipts()
const codesSentTo = new Map<string, number[]>()

serveSimulator('sms', {
  'POST /': handleRequest,
  'GET /': overview,
  'GET /messages': ({ query }) =>
    respondJson(messages.filter(({ phone }) => !query.get('phone') || phone === query.get('phone'))),
  'DELETE /messages': clearMessages,
  'POST /control': faults.control,
  'POST /play/receipts': receipts.play,
})

async function handleRequest(request: SimulatorRequest): Promise<SimulatorResponse> {
  const bare = await faults.applyFault()
  if (bare) return bare
  const now = Date.now()
  const fault = check.fault(request, now)
  if (fault) return respondError(fault.status, fault.code, fault.message)
  const action = request.headers['x-acs-action']
  const required = action && requiredParameters[action]
  if (!required || request.headers['x-acs-version'] !== '2017-05-25')
    return respondError(404, 'InvalidAction.NotFound', 'Specified api is not found, please check your url and method.')
  // The gateway reads parameters from the query and from a form alike.
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const given = new URLSearchParams([...request.query, ...(isForm ? new URLSearchParams(request.body) : [])])
  const missing = required.find((name) => !given.get(name))
  if (missing) return respondError(400, `Missing${missing}`, `${missing} is mandatory for this action.`)
  if (faults.fail) return respondCode(faults.fail, '故障演练')
  return action === 'SendSms' ? sendSms(given, now) : receipts.answer(given, messages)
}

const requiredParameters: Readonly<Record<string, readonly string[]>> = {
  SendSms: ['PhoneNumbers', 'SignName', 'TemplateCode'],
  QuerySendDetails: ['PhoneNumber', 'SendDate', 'PageSize', 'CurrentPage'],
}

/** Results of the service itself: these have status 200. */
function sendSms(given: URLSearchParams, now: number): SimulatorResponse {
  const phones = given.get('PhoneNumbers')!.split(',')
  const template = given.get('TemplateCode')!
  const wording = templates[template]
  if (!phones.every((phone) => /^(\+?86)?1[3-9]\d{9}$/.test(phone)))
    return respondCode('isv.MOBILE_NUMBER_ILLEGAL', '非法手机号')
  if (given.get('SignName') !== signName) return respondCode('isv.SMS_SIGNATURE_ILLEGAL', '短信签名不合法')
  if (wording === undefined) return respondCode('isv.SMS_TEMPLATE_ILLEGAL', '短信模版不合法')
  const parameters = parametersOf(given.get('TemplateParam') ?? '{}')
  if (!parameters) return respondCode('isv.INVALID_JSON_PARAM', 'JSON参数不合法，只接受字符串值')
  const missingParameter = [...wording.matchAll(/\$\{(\w+)\}/g)].find(([, name]) => !parameters[name!])
  if (missingParameter) return respondCode('isv.TEMPLATE_MISSING_PARAMETERS', '模版缺少变量')
  if (template === codeTemplate) {
    const hit = hasLimits && phones.map((phone) => findLimitHit(codesSentTo.get(phone) ?? [], now)).find(Boolean)
    if (hit) return respondCode('isv.BUSINESS_LIMIT_CONTROL', hit)
    for (const phone of phones) codesSentTo.set(phone, [...(codesSentTo.get(phone) ?? []).slice(-9), now])
  }
  const bizId = `${now}${Math.floor(Math.random() * 1e6)}^0`
  const text = `【${signName}】${wording.replace(/\$\{(\w+)\}/g, (_, name: string) => parameters[name]!)}`
  const at = new Date(now).toISOString()
  const outId = given.get('OutId') ?? ''
  for (const phone of phones) messages.push({ phone, template, parameters, text, bizId, outId, at })
  if (messages.length > maxMessages * 2) messages = messages.slice(-maxMessages)
  return respondJson({ Code: 'OK', Message: 'OK', BizId: bizId, RequestId: requestId() })
}

function parametersOf(text: string): Record<string, string> | undefined {
  const given = parseFields(text)
  const isObject = text.trim().startsWith('{') && Object.values(given).every((value) => typeof value === 'string')
  return isObject ? (given as Record<string, string>) : undefined
}

const requestId = () => randomUUID().toUpperCase()
const respondCode = (Code: string, Message: string) => respondJson({ Code, Message, RequestId: requestId() })
const respondError = (status: number, Code: string, Message: string) =>
  respondJson({ RequestId: requestId(), HostId: 'dysmsapi.aliyuncs.com', Code, Message, Recommend: '' }, status)

function clearMessages() {
  messages = []
  codesSentTo.clear()
  return respondJson({})
}

function overview() {
  const clock = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })
  const rows = messages
    .slice(-maxMessages)
    .toReversed()
    .map(
      ({ phone, text, at }) => `<tr><td>${escapeHtml(phone)}<td>${escapeHtml(text)}<td>${clock.format(new Date(at))}`,
    )
  const table = `<table><thead><tr><th>手机号<th>内容<th>时间</thead><tbody>${rows.join('')}</tbody></table>`
  const body = `<p>这里是模拟的短信网关，短信不会真的发出。页面每 3 秒刷新一次，保留最近 ${maxMessages} 条。</p>`
  return renderPage('短信模拟器', body + (rows.length ? table : '<p>还没有短信。</p>'), {
    head: '<meta http-equiv="refresh" content="3">',
  })
}
