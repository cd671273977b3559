import { z } from 'zod'
import { isWrite, type BodyOf, type DataOf, type QueryOf, type Route } from '#packages/contract/route.ts'
import type { Envelope } from '#packages/contract/envelope.ts'
import { getWireParts } from '#packages/contract/wire.ts'
import { newId } from '#packages/core/id.ts'
import type { FieldError } from '#packages/core/refusal.ts'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from './call-error.ts'
import { handleSessionError } from './session-redirects.ts'
import { useSession } from './session.ts'

export interface CallerSettings {
  origin?: string
  timeoutMs?: number
  /** Between two tries. */
  pauseMs?: number
  /** Sent with every call; read anew each time, because people sign in and out. */
  credentials: () => { token: string; orgId: string }
  /** Told of every answer that is not a success, before the caller is. */
  onRefused?: (error: CallError) => void
}

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType>
type Part<Name extends string, Value> = undefined extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value }
export type CallOptions<R extends AnyRoute> = Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>> & {
    signal?: AbortSignal
    /** For a gesture that spans several calls; otherwise each call of a write makes its own. */
    idempotencyKey?: string
    /** Uploads and downloads take as long as they take. */
    noTimeout?: boolean
  }
type Arguments<R extends AnyRoute> =
  Record<never, never> extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>]
export type Call = <R extends AnyRoute>(route: R, ...options: Arguments<R>) => Promise<DataOf<R>>
export type CallRaw = <R extends AnyRoute>(route: R, ...options: Arguments<R>) => Promise<Blob>

export interface Captcha {
  codeKey: string
  codeNum: string
}

let captcha: Captcha | undefined

/** The answer to a captcha goes with the next call, and is good for one. */
export const setCaptcha = (answered: Captcha) => {
  captcha = answered
}
export const clearCaptcha = () => {
  captcha = undefined
}

let isUnattended = false

/** Calls that a window begins by itself, while `begin` runs: they keep no session from timing out. */
export function runUnattended<Begun>(begin: () => Begun): Begun {
  isUnattended = true
  try {
    return begin()
  } finally {
    isUnattended = false
  }
}

const retries = 2
const noResponseMessage = '请求超时，请重新刷新页面'
const unknownFaultMessage = '系统出现异常，请稍后重试'
/** As specified, with the status; below it what that means. */
const faultMessage = (status: number, message = unknownFaultMessage) =>
  `An unexpected server error occurred. (${status})\n${message}`

/** Thrown inside only: the server did not answer, so another try may help. */
class NoResponse extends Error {}

export function createCaller(settings: CallerSettings): Call {
  const request = createRequester(settings)
  return async <R extends AnyRoute>(route: R, ...[options]: Arguments<R>) =>
    (await request(route, options, async (response) =>
      openEnvelope(route, response, await response.text()),
    )) as DataOf<R>
}

/** For routes that answer with bytes. What they refuse comes in the envelope all the same. */
export function createRawCaller(settings: CallerSettings): CallRaw {
  const request = createRequester(settings)
  return async (route, ...[options]) =>
    (await request(route, options, (response) => openRawResponse(route, response))) as Blob
}

type ReadResponse = (response: Response) => Promise<unknown>

function createRequester(settings: CallerSettings) {
  const { origin = '', timeoutMs = 30_000, pauseMs = 1_000, credentials, onRefused } = settings

  return async (route: AnyRoute, options: object | undefined, read: ReadResponse): Promise<unknown> => {
    const { query, body, signal, idempotencyKey, noTimeout } = (options ?? {}) as CallOptions<AnyRoute>
    const { token, orgId } = credentials()
    const headers: Record<string, string> = { 'cache-control': 'no-cache', pragma: 'no-cache' }
    if (token) headers['authorization'] = `Bearer ${token}`
    if (token && orgId) headers['x-org-id'] = orgId
    if (isUnattended) headers['x-unattended'] = '1'
    const answered = captcha
    // Headers are bytes: a word of Chinese has to be written in letters.
    if (answered) Object.assign(headers, { codeKey: answered.codeKey, codeNum: encodeURIComponent(answered.codeNum) })
    // Made before the first try and kept for the others: a write whose answer got lost is not done twice.
    if (isWrite(route)) headers['idempotency-key'] = idempotencyKey ?? newId()
    const init: RequestInit = { method: route.method, headers, cache: 'no-store' }
    if (route.body && body !== undefined) {
      const encoded = z.encode(route.body, body)
      // The browser itself says how it wrapped a form.
      if (!route.multipart) headers['content-type'] = 'application/json'
      init.body = route.multipart ? buildFormData(encoded as Parts) : JSON.stringify(encoded)
    }
    const url = origin + route.path + buildQueryString(route, query)

    try {
      return await withRetries(() => fetchOnce(url, init, read, noTimeout ? undefined : timeoutMs, signal))
    } catch (error) {
      if (error instanceof CallError) onRefused?.(error)
      throw error
    } finally {
      // Another one may have been answered since, while this call was still under way.
      if (answered && captcha === answered) clearCaptcha()
    }
  }

  async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tried = 0; ; tried++) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error
        if (tried === retries) throw new CallError({ ret: Ret.unavailable, msg: noResponseMessage, status: 0 })
        await new Promise((done) => setTimeout(done, pauseMs))
      }
    }
  }
}

function buildQueryString(route: AnyRoute, query: unknown) {
  if (!route.query || query === undefined) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(z.encode(route.query, query) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}

type Parts = Record<string, string | number | boolean | Blob | undefined>

function buildFormData(values: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

async function fetchOnce(url: string, init: RequestInit, read: ReadResponse, timeoutMs?: number, signal?: AbortSignal) {
  signal?.throwIfAborted()
  // One controller for the clock and for the caller: AbortSignal.any came after our oldest browser.
  const either = new AbortController()
  const stop = () => either.abort(signal?.reason)
  signal?.addEventListener('abort', stop)
  const clock = timeoutMs === undefined ? undefined : setTimeout(() => either.abort(), timeoutMs)
  try {
    const response = await fetch(url, { ...init, signal: either.signal })
    if (response.status === 204) return null
    return await read(response)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof CallError) throw error
    throw new NoResponse('no answer', { cause: error })
  } finally {
    clearTimeout(clock)
    signal?.removeEventListener('abort', stop)
  }
}

/** The envelope is opened here and nowhere else. */
function openEnvelope(route: AnyRoute, response: Response, text: string): unknown {
  const { status } = response
  const answer = parseEnvelope(text)
  const requestId = response.headers.get('x-request-id') ?? ''
  if (!answer) throw new CallError({ ret: Ret.fault, msg: faultMessage(status), status, requestId })
  if (answer.ret !== Ret.ok) {
    const msg = status === 200 ? answer.msg : faultMessage(status, answer.msg)
    throw new CallError({ ...answer, msg, data: translateFieldNames(route, answer.data), status, requestId })
  }
  const decoded = z.safeDecode(route.data, answer.data)
  if (decoded.success) return decoded.data
  console.error(`${route.path} does not answer as its contract says`, decoded.error.issues)
  throw new CallError({ ret: Ret.fault, msg: faultMessage(status), status, requestId })
}

/** What the server says of a field that has another name on the wire is said of ours. */
function translateFieldNames({ body }: AnyRoute, data: unknown): unknown {
  const names = body && getWireParts(body)?.toWire
  const { errors } = (data ?? {}) as { errors?: FieldError[] }
  if (!names || !errors) return data
  const ours = new Map([...names].map(([name, wire]) => [wire, name]))
  return { errors: errors.map(({ field, msg }) => ({ field: ours.get(field) ?? field, msg })) }
}

async function openRawResponse(route: AnyRoute, response: Response): Promise<unknown> {
  const isEnvelope = response.headers.get('content-type')?.includes('json') ?? false
  return response.ok && !isEnvelope ? response.blob() : openEnvelope(route, response, await response.text())
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null
    return typeof value?.ret === 'number' && typeof value.msg === 'string' ? (value as Envelope) : undefined
  } catch {
    return undefined
  }
}

const signedInSettings: CallerSettings = { credentials: () => useSession.getState(), onRefused: handleSessionError }

/** Calls our own server as whoever is signed in. */
export const call: Call = createCaller(signedInSettings)
export const callRaw: CallRaw = createRawCaller(signedInSettings)
