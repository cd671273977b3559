import { z } from 'zod'
import {
  getOutsideKind,
  takesIdempotencyKey,
  type BodyOf,
  type DataOf,
  type QueryOf,
  type Route,
} from '#packages/contract/route.ts'
import type { Envelope } from '#packages/contract/envelope.ts'
import { buildRouteUrl } from '#packages/contract/route-url.ts'
import { getWireParts } from '#packages/contract/wire.ts'
import { newId } from '#packages/core/id.ts'
import type { FieldError } from '#packages/core/refusal.ts'
import { Ret } from '#packages/core/ret.ts'
import { CallError, isPendingWrite } from './call-error.ts'
import { forgetEarlyAnswers, mayComeEarly, takeEarlyAnswer } from './early-answers.ts'
import { getOutsideToken } from './outside-paths.ts'
import { handleOutsideSessionError } from './outside-session.ts'
import { handleSessionError } from './session-redirects.ts'
import { useSession } from './session.ts'

export interface CallerSettings {
  origin?: string
  timeoutMs?: number
  /** Between two tries. */
  pauseMs?: number
  /** Sent with every call; read each time, because users sign in and out. */
  credentials: (route: AnyRoute) => { token: string; orgId: string }
  /** Called for every answer that is not a success, before the call rejects. */
  onRefused?: (error: CallError, route: AnyRoute) => void
}

export type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType>
type Part<Name extends string, Value> = undefined extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value }
export type CallOptions<R extends AnyRoute> = Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>> & {
    signal?: AbortSignal
    /** For an action of several calls; otherwise each write creates its own key. */
    idempotencyKey?: string
    /** Uploads and downloads have no time limit. */
    noTimeout?: boolean
  }
export type CallArguments<R extends AnyRoute> =
  Record<never, never> extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>]
export type Call = <R extends AnyRoute>(route: R, ...options: CallArguments<R>) => Promise<DataOf<R>>
export type CallRaw = <R extends AnyRoute>(route: R, ...options: CallArguments<R>) => Promise<Blob>

export interface Captcha {
  codeKey: string
  codeNum: string
}

let captcha: Captcha | undefined

/** The answer to a captcha is sent with the next call, and is valid for one. */
export const setCaptcha = (answered: Captcha) => {
  captcha = answered
}
export const clearCaptcha = () => {
  captcha = undefined
}

let isUnattended = false

/** Marks calls that start while `begin` runs as unattended: they do not prolong the session. */
export function runUnattended<Begun>(begin: () => Begun): Begun {
  isUnattended = true
  try {
    return begin()
  } finally {
    isUnattended = false
  }
}

const retries = 2
const triesWhilePending = 20
const noResponseMessage = '请求超时，请重新刷新页面'
const unknownFaultMessage = '系统出现异常，请稍后重试'
/** The specified sentence with the status; below it the meaning. */
const faultMessage = (status: number, message = unknownFaultMessage) =>
  `An unexpected server error occurred. (${status})\n${message}`

/** Internal: the server did not answer, so a retry may help. */
class NoResponse extends Error {}

export function createCaller(settings: CallerSettings): Call {
  const request = createRequester(settings)
  return async <R extends AnyRoute>(route: R, ...[options]: CallArguments<R>) =>
    (await request(route, options, async (response) =>
      openEnvelope(route, response, await response.text()),
    )) as DataOf<R>
}

/** For routes that answer with bytes. Their refusals still come in the envelope. */
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
    const { token, orgId } = credentials(route)
    // With these headers a browser would not send the ETag of the answer that it has.
    const headers: Record<string, string> = route.catalogue ? {} : { 'cache-control': 'no-cache', pragma: 'no-cache' }
    if (token) headers['authorization'] = `Bearer ${token}`
    if (token && orgId) headers['x-org-id'] = orgId
    if (isUnattended) headers['x-unattended'] = '1'
    const answered = captcha
    // Headers are bytes: Chinese text must be encoded.
    if (answered) Object.assign(headers, { codeKey: answered.codeKey, codeNum: encodeURIComponent(answered.codeNum) })
    // Created before the first try and reused for the others, so that a write whose answer was lost is not repeated.
    if (takesIdempotencyKey(route)) headers['idempotency-key'] = idempotencyKey ?? newId()
    const init: RequestInit = { method: route.method, headers, cache: route.catalogue ? 'no-cache' : 'no-store' }
    if (route.body && body !== undefined) {
      const encoded = z.encode(route.body, body)
      // The browser sets the content type of a form itself.
      if (!route.multipart) headers['content-type'] = 'application/json'
      init.body = route.multipart ? buildFormData(encoded as Parts) : JSON.stringify(encoded)
    }
    const url = origin + buildRouteUrl(route, query)

    try {
      return await withRetries(headers['idempotency-key'], () =>
        fetchOnce(url, init, read, noTimeout ? undefined : timeoutMs, signal),
      )
    } catch (error) {
      if (error instanceof CallError) onRefused?.(error, route)
      throw error
    } finally {
      // Another captcha may have been answered while this call was in progress.
      if (answered && captcha === answered) clearCaptcha()
    }
  }

  async function withRetries<T>(key: string | undefined, attempt: () => Promise<T>): Promise<T> {
    for (let tried = 0; ; tried++) {
      try {
        return await attempt()
      } catch (error) {
        // The attempt whose answer was lost is still in progress, and its answer will be the answer of this one.
        const isPending = key !== undefined && tried > 0 && tried < triesWhilePending && isPendingWrite(error)
        if (!isPending && !(error instanceof NoResponse)) throw error
        if (!isPending && tried >= retries)
          throw new CallError({ ret: Ret.unavailable, msg: noResponseMessage, status: 0 })
        await new Promise((done) => setTimeout(done, pauseMs))
      }
    }
  }
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
  // One controller for the timeout and the caller: our oldest browser has no AbortSignal.any.
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

/** The only place that opens the envelope. */
function openEnvelope(route: AnyRoute, response: Response, text: string): unknown {
  const { status } = response
  const answer = parseEnvelope(text)
  const requestId = response.headers.get('x-request-id') ?? ''
  if (!answer) throw new CallError({ ret: Ret.fault, msg: faultMessage(status), status, requestId })
  if (answer.ret !== Ret.ok) {
    const msg = status === 200 ? answer.msg : faultMessage(status, answer.msg)
    throw new CallError({ ...answer, msg, data: translateFieldNames(route, answer.data), status, requestId })
  }
  return decodeData(route, answer.data, { status, requestId })
}

function decodeData(route: AnyRoute, data: unknown, { status, requestId }: { status: number; requestId: string }) {
  const decoded = z.safeDecode(route.data, data)
  if (decoded.success) return decoded.data
  console.error(`${route.path} does not answer as its contract says`, decoded.error.issues)
  throw new CallError({ ret: Ret.fault, msg: faultMessage(status), status, requestId })
}

/** Translates the wire names in the server's field errors to our names. */
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

const signedInSettings: CallerSettings = {
  credentials: (route) => {
    const kind = getOutsideKind(route)
    return kind ? { token: getOutsideToken(kind), orgId: '' } : useSession.getState()
  },
  onRefused: (error, route) => {
    const kind = getOutsideKind(route)
    if (kind) handleOutsideSessionError(kind, error)
    else handleSessionError(error)
  },
}

/** Calls our server as the signed-in user: that of the portal, or the platform administrator or developer. */
export const call: Call = async (route, ...args) => {
  const { query } = (args[0] ?? {}) as { query?: unknown }
  if (route.method !== 'GET') forgetEarlyAnswers()
  const url = buildRouteUrl(route, query)
  const early = mayComeEarly(url) ? await takeEarlyAnswer(url) : undefined
  if (!early) return callServer(route, ...args)
  if (early.ret !== Ret.ok) throw new CallError({ ret: early.ret as Ret, msg: early.msg, status: 200 })
  return decodeData(route, early.data, { status: 200, requestId: '' }) as DataOf<typeof route>
}
const callServer: Call = createCaller(signedInSettings)
export const callRaw: CallRaw = createRawCaller(signedInSettings)
