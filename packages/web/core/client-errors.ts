import { create } from 'zustand'
import { CallError } from './call-error.ts'

/** An error of this browser, for support. */
export interface ClientError {
  message: string
  /** The component, if it is known. */
  component: string
  /** The stack. */
  info: string
  url: string
  at: number
}

const maxErrors = 100
const key = 'errors'
const maxLengths = { message: 300, info: 2_000 } as const

export const useClientErrors = create<{ errors: readonly ClientError[] }>(() => ({ errors: [] }))

let isWatching = false

/** From now on errors are recorded for this tab, also over reloads. Not in development, which has the console. */
export function watchClientErrors() {
  isWatching = true
  useClientErrors.setState({ errors: readStoredErrors() })
  window.addEventListener('error', ({ error, message }) => recordClientError(error ?? message, '页面'))
  window.addEventListener('unhandledrejection', ({ reason }) => recordClientError(reason, '后台任务'))
}

/** `info` is the component stack, if React provides it. */
export function recordClientError(error: unknown, component: string, info = '') {
  if (!isWatching || isAborted(error)) return
  const recorded: ClientError = {
    message: removePersonalData(messageOf(error)).slice(0, maxLengths.message),
    component,
    info: removePersonalData(info || (error instanceof Error && error.stack) || '').slice(0, maxLengths.info),
    url: location.pathname,
    at: Date.now(),
  }
  storeErrors([...useClientErrors.getState().errors, recorded].slice(-maxErrors))
}

export const clearClientErrors = () => storeErrors([])

/** The server's message may name people; its codes do not. */
const messageOf = (error: unknown) => {
  if (error instanceof CallError) return `CallError ${error.ret}, HTTP ${error.status} ${error.requestId}`.trim()
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Removes query strings, and numbers long enough to identify a person. */
const removePersonalData = (text: string) =>
  text.replace(/((?:https?:\/)?\/[^\s?#'"()]*)[?#][^\s'"()]*/g, '$1').replace(/(?<![\w-])\d{7,}(?![\w-])/g, '…')

function readStoredErrors(): ClientError[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as ClientError[]
  } catch {
    return []
  }
}

function storeErrors(errors: readonly ClientError[]) {
  useClientErrors.setState({ errors })
  sessionStorage.setItem(key, JSON.stringify(errors))
}
