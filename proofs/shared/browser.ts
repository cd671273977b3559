import { randomBytes, randomUUID } from 'node:crypto'
import { createStepClaims, signInToDemo } from '../../entry/seed/demo-totp.ts'

export interface ApiAnswer<Data = Record<string, unknown>> {
  ret: number
  msg: string
  data: Data
  text: string
  milliseconds: number
}

const take = createStepClaims()

let addressParts = 0
/** An address in a separate network, so that rate limits by network do not add up. */
export function newAddress() {
  addressParts++
  return `10.${Math.floor(addressParts / 250) % 250}.${addressParts % 250}.1`
}

/** One browser: with its own cookie, and an IP address as the proxy would forward it. */
export class ApiClient {
  readonly #url: string
  readonly #mark = randomBytes(32).toString('base64url')
  address: string
  token = ''
  orgId = ''

  constructor(url: string, address = newAddress()) {
    this.#url = url
    this.address = address
  }

  get = <Data = Record<string, unknown>>(path: string, headers: Record<string, string> = {}) =>
    this.#ask<Data>(path, { headers })

  /** With an idempotency key, as pages send it: the answer is stored for a day. */
  post = <Data = Record<string, unknown>>(path: string, body?: object, headers: Record<string, string> = {}) =>
    this.#ask<Data>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  /** Downloads a file. */
  async bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const response = await fetch(this.#url + path, { headers: { authorization: `Bearer ${this.token}` } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Sends a form with files. */
  send = <Data = Record<string, unknown>>(path: string, form: FormData) =>
    this.#ask<Data>(path, { method: 'POST', headers: { 'idempotency-key': randomUUID() }, body: form })

  async signIn(userName: string, userPwd: string) {
    const post = this.post<{ token: string; orgId: string; needMsg: boolean; msgId: string } | null>
    const { token, orgId } = await signInToDemo(post, { userName, userPwd, take })
    this.token = token
    this.orgId = orgId
    return this
  }

  async #ask<Data>(path: string, init: RequestInit): Promise<ApiAnswer<Data>> {
    const began = performance.now()
    const response = await fetch(this.#url + path, {
      ...init,
      headers: {
        cookie: `browser=${this.#mark}`,
        'x-forwarded-for': this.address,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(init.headers as Record<string, string>),
      },
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    return { ...(JSON.parse(text) as ApiAnswer<Data>), text, milliseconds: performance.now() - began }
  }
}

/** Runs work a number of times, with limited concurrency. */
export async function callInParallel<T>(count: number, atOnce: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const one = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await work(at)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, one))
  return results
}

/** The value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

/** How often each `ret` occurred, as text. */
export const countAnswers = (answers: readonly { ret: number }[]) =>
  [...Map.groupBy(answers, ({ ret }) => ret)]
    .toSorted(([a], [b]) => b - a)
    .map(([ret, of]) => `${of.length} × ${ret}`)
    .join(', ')
