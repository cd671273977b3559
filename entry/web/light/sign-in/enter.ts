import type { LoginResult } from '#kernel/session/contract.ts'
import { safePath } from '#packages/web/core/safe-path.ts'
import { startSession } from '#packages/web/core/session.ts'

/** Keeps the session and goes where the visitor wanted to go; a new document, because it may be the other root's. */
export function enter(result: LoginResult) {
  startSession(result)
  location.replace(safePath(new URLSearchParams(location.search).get('redirect')))
}
