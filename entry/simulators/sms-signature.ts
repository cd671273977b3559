import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SimulatorRequest } from './http.ts'

/** A refusal of the gateway in front of the service, with its HTTP status. */
export interface GatewayFault {
  status: number
  code: string
  message: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const fault = (status: number, code: string, message: string): GatewayFault => ({ status, code, message })
const quarterHour = 15 * 60_000
const required = ['x-acs-action', 'x-acs-version', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-content-sha256']

/**
 * Checks a request as Alibaba Cloud's gateway does. It is written from the vendor's documentation and shares no code
 * with our adapter, so that an error in one is not repeated in the other.
 */
export class SignatureCheck {
  readonly #keys: ReadonlyMap<string, string>
  readonly #nonces = new Map<string, number>()

  constructor(keys: ReadonlyMap<string, string>) {
    this.#keys = keys
  }

  fault(request: SimulatorRequest, now: number): GatewayFault | undefined {
    const { headers } = request
    const missing = required.find((name) => !headers[name])
    if (missing) return fault(400, `Missing${missing}`, `${missing} is mandatory for this action.`)
    const given = /^ACS3-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers['authorization'] ?? '',
    )
    if (!given) return fault(400, 'IncompleteSignature', 'The request signature does not conform to the standards.')
    const [, keyId = '', names = '', signature = ''] = given
    const secret = this.#keys.get(keyId)
    if (secret === undefined) return fault(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.')
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(headers['x-acs-date']!)
      ? Date.parse(headers['x-acs-date']!)
      : NaN
    if (Number.isNaN(time)) return fault(400, 'InvalidTimeStamp.Format', 'Specified time stamp is not well formatted.')
    if (Math.abs(now - time) > quarterHour)
      return fault(400, 'InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.')
    if (!isSignedBy(request, names, signature, secret))
      return fault(400, 'SignatureDoesNotMatch', 'Specified signature does not match our calculation.')
    return this.#isUsed(headers['x-acs-signature-nonce']!, now)
      ? fault(400, 'SignatureNonceUsed', 'Specified signature nonce was used already.')
      : undefined
  }

  #isUsed(nonce: string, now: number) {
    for (const [old, at] of this.#nonces) if (now - at > 2 * quarterHour) this.#nonces.delete(old)
    const isUsed = this.#nonces.has(nonce)
    this.#nonces.set(nonce, now)
    return isUsed
  }
}

function isSignedBy(
  { method, path, rawQuery, headers, body }: SimulatorRequest,
  names: string,
  signature: string,
  secret: string,
) {
  const signed = names.split(';')
  const counts = (name: string) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-')
  const isAllSigned = Object.keys(headers).every((name) => !counts(name) || signed.includes(name))
  if (!isAllSigned || names !== signed.toSorted().join(';')) return false
  if (headers['x-acs-content-sha256'] !== sha256(body)) return false
  const query = rawQuery.split('&').filter(Boolean).toSorted().join('&')
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim()}`)
  const canonical = `${method}\n${path}\n${query}\n${lines.join('\n')}\n\n${names}\n${sha256(body)}`
  const expected = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
}
