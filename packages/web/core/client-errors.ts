import { create } from 'zustand'
import { CallError } from './call-error.ts'

/** Something that went wrong in this browser, for whoever is asked about it. */
export interface ClientError {
  message: string
  /** Where it happened, as far as that is known. */
  component: string
  /** The way it came. */
  info: string
  url: string
  at: number
}

const atMost = 100
const key = 'errors'
const longest = { message: 300, info: 2_000 } as const

export const useClientErrors = create<{ errors: readonly ClientError[] }>(() => ({ errors: [] }))

let isWatching = false

/** From now on faults are kept for this tab, over reloads too. Until then nothing is: who develops has the console. */
export function watchClientErrors() {
  isWatching = true
  useClientErrors.setState({ errors: readStoredErrors() })
  window.addEventListener('error', ({ error, message }) => recordClientError(error ?? message, '页面'))
  window.addEventListener('unhandledrejection', ({ reason }) => recordClientError(reason, '后台任务'))
}

/** `info` is the way through the components, if React told it. */
export function recordClientError(error: unknown, component: string, info = '') {
  if (!isWatching || isAborted(error)) return
  const recorded: ClientError = {
    message: removePersonalData(messageOf(error)).slice(0, longest.message),
    component,
    info: removePersonalData(info || (error instanceof Error && error.stack) || '').slice(0, longest.info),
    url: location.pathname,
    at: Date.now(),
  }
  storeErrors([...useClientErrors.getState().errors, recorded].slice(-atMost))
}

export const clearClientErrors = () => storeErrors([])

/** What the server says may name people; its numbers do not. */
const messageOf = (error: unknown) => {
  if (error instanceof CallError) return `CallError ${error.ret}, HTTP ${error.status} ${error.requestId}`.trim()
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Without what people typed into addresses, and without numbers long enough to be somebody's. */
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
