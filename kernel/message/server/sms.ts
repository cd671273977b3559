import { randomUUID } from 'node:crypto'
import { findContribution, type Ctx } from '#packages/core'
import { acs3Authorization, sha256 } from './acs3.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface Sms {
  phone: string
  template: 'code' | 'notice' | 'invitation'
  /**
   * The template values: `code` for a one-time code, `text` for a notice, `org`, `head` and `tail` for an invitation.
   */
  parameters: Record<string, string>
  /** Our id, which the gateway stores and returns in its reports. */
  outId?: string
}

/** The reason is a code for logs and decisions, not a text for users. */
export type SmsResult = { sent: true; bizId: string } | { sent: false; reason: string }

export interface SmsGateway {
  endpoint: URL
  keyId: string
  keySecret: string
  signName: string
  /** Invitations have their own template, because notices allow no links; without it no invitation is sent by SMS. */
  templates: { code: string; notice: string; invitation: string | undefined }
  timeoutMs: number
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    smsGateway: SmsGateway
  }
}
/** Every context has the app, in and outside of a transaction. */
type AppCtx = Pick<Ctx, 'app'>

/** Without all of the settings there is no gateway, and every message gets that result. */
export function readSmsGateway(env: Env, { timeoutMs = 5_000 } = {}): SmsGateway | undefined {
  const endpoint = env['QIMING_SMS_ENDPOINT']
  const keyId = env['QIMING_SMS_ACCESS_KEY_ID']
  const keySecret = env['QIMING_SMS_ACCESS_KEY_SECRET']
  const signName = env['QIMING_SMS_SIGN_NAME']
  const code = env['QIMING_SMS_TEMPLATE_CODE']
  const notice = env['QIMING_SMS_TEMPLATE_NOTICE']
  if (!endpoint || !keyId || !keySecret || !signName || !code || !notice) return undefined
  const templates = { code, notice, invitation: env['QIMING_SMS_TEMPLATE_INVITATION'] || undefined }
  return { endpoint: parseEndpoint(endpoint), keyId, keySecret, signName, templates, timeoutMs }
}

export const mayInviteBySms = (ctx: AppCtx) => findContribution(ctx, 'smsGateway')?.templates.invitation !== undefined

/** Gives a message to the gateway. `sent` means that the gateway accepted it, not that it was delivered. */
export async function sendSms(ctx: AppCtx, { phone, template, parameters, outId }: Sms): Promise<SmsResult> {
  const gateway = findContribution(ctx, 'smsGateway')
  const templateCode = gateway?.templates[template]
  if (!gateway || !templateCode) return { sent: false, reason: notConfigured }
  const answer = await callGateway(ctx, 'SendSms', {
    PhoneNumbers: phone,
    SignName: gateway.signName,
    TemplateCode: templateCode,
    TemplateParam: JSON.stringify(parameters),
    ...(outId ? { OutId: outId } : {}),
  })
  return 'failed' in answer ? { sent: false, reason: answer.failed } : toSmsResult(answer)
}
export const notConfigured = 'not configured'

export type GatewayAnswer = { status: number; text: string } | { failed: string }

/** Sends a signed request. Parameters are in the body, because addresses are logged elsewhere. */
export async function callGateway(
  ctx: AppCtx,
  action: string,
  parameters: Record<string, string>,
): Promise<GatewayAnswer> {
  const gateway = findContribution(ctx, 'smsGateway')
  if (!gateway) return { failed: notConfigured }
  const body = new URLSearchParams(parameters).toString()
  try {
    const answer = await fetch(gateway.endpoint, {
      method: 'POST',
      headers: signRequest(gateway, action, body),
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(gateway.timeoutMs),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { failed: (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable' }
  }
}

function signRequest({ endpoint, keyId, keySecret }: SmsGateway, action: string, body: string) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-acs-action': action,
    'x-acs-version': '2017-05-25',
    'x-acs-date': new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-content-sha256': sha256(body),
  }
  // `fetch` sets the host header itself, but it must be signed.
  const request = { method: 'POST', path: '/', query: '', headers: { ...headers, host: endpoint.host }, body }
  return { ...headers, accept: 'application/json', authorization: acs3Authorization(request, keyId, keySecret) }
}

/** Only the code of the gateway is kept: its message may contain the sent text. */
function toSmsResult({ status, text }: { status: number; text: string }): SmsResult {
  const answer = parseJson(text)
  const code = typeof answer['Code'] === 'string' ? answer['Code'] : ''
  const bizId = answer['BizId']
  if (status === 200 && code === 'OK' && typeof bizId === 'string') return { sent: true, bizId }
  return { sent: false, reason: /^[\w.-]{1,80}$/.test(code) && code !== 'OK' ? code : `HTTP ${status}` }
}

export function parseJson(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

function parseEndpoint(endpoint: string) {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('QIMING_SMS_ENDPOINT must be an address such as https://dysmsapi.aliyuncs.com')
  return new URL('/', url)
}
