import type { FieldError, RefusalLink } from '#packages/core/refusal.ts'
import { Ret } from '#packages/core/ret.ts'

interface CallErrorParts {
  ret: Ret
  msg: string
  data?: unknown
  /** The HTTP status; 0 without an answer. */
  status: number
  requestId?: string
}

/** A call that did not succeed. `msg` is a sentence for the user. */
export class CallError extends Error {
  readonly ret: Ret
  readonly msg: string
  readonly data: unknown
  readonly status: number
  /** The request id in the server's log. */
  readonly requestId: string

  constructor({ ret, msg, data = null, status, requestId = '' }: CallErrorParts) {
    super(msg)
    this.name = 'CallError'
    this.ret = ret
    this.msg = msg
    this.data = data
    this.status = status
    this.requestId = requestId
  }
}

export const isSessionLost = (error: unknown): error is CallError =>
  error instanceof CallError && (error.ret === Ret.notSignedIn || error.ret === Ret.sessionEnded)

/** Whether the resource does not exist for this user, so that a retry is useless. */
export const isMissingOrForbidden = (error: unknown) =>
  error instanceof CallError && (error.ret === Ret.notFound || error.ret === Ret.forbidden)

/** Whether the server has refused for want of a permission. */
export const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && error.ret === Ret.forbidden

/** Whether a retry may help: the server has not refused, the call just failed. */
export const isRetryableError = (error: unknown) =>
  !(error instanceof CallError) ||
  error.status === 0 ||
  error.ret === Ret.fault ||
  error.ret === Ret.unavailable ||
  error.ret === Ret.tooMany

/** Seconds to wait after too many attempts; undefined for other errors. */
export const getRetryAfter = (error: unknown) =>
  error instanceof CallError && error.ret === Ret.tooMany
    ? ((error.data as { retryAfter?: number } | null)?.retryAfter ?? 0)
    : 0

/** Whether the first attempt of this write is still in progress. */
export const isPendingWrite = (error: unknown) =>
  error instanceof CallError && (error.data as { isPending?: boolean } | null)?.isPending === true

/** The message for each field that the server refused; empty when the refusal was about something else. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof CallError) || error.ret !== Ret.invalid) return {}
  const { errors } = (error.data ?? {}) as { errors?: FieldError[] }
  return Object.fromEntries((errors ?? []).map(({ field, msg }) => [field, msg]))
}

/** Where the user can remove the obstacle, if the refusal says so. */
export const getRefusalLink = (error: unknown): RefusalLink | undefined =>
  error instanceof CallError ? (error.data as { link?: RefusalLink } | null)?.link : undefined

/** The message for the user about any thrown error. Internal errors show no details. */
export const getErrorMessage = (error: unknown) =>
  error instanceof CallError ? error.msg : '页面出现异常，请刷新后重试'
