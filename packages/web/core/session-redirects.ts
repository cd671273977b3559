import { Ret } from '#packages/core/ret.ts'
import type { CallError } from './call-error.ts'
import { unpinOrganisation, hasSignedOut, isSessionReplaced, clearSession, endSession } from './session.ts'
import { setSignInNotice } from './sign-in-notice.ts'

let navigate = (address: string) => location.assign(address)
let restart = () => location.reload()

/** Set by the root: navigates to another address. */
export const setNavigate = (handler: (address: string) => void) => {
  navigate = handler
}

/** For code outside the pages, which has no router. */
export const navigateTo = (address: string) => navigate(address)

/** Set by the root: restarts with the current session and organisation; by default it reloads. */
export const setRestart = (handler: () => void) => {
  restart = handler
}

let forgetUser = () => {}

/** Set by the root: forgets what it keeps of the user, for example the open pages. */
export const setForgetUser = (handler: () => void) => {
  forgetUser = handler
}

/** The server has ended the session on request of the user; the sign-in page shows the reason. */
export function signInAgain(message: string) {
  endSession()
  forgetUser()
  setSignInNotice(message)
  location.assign('/login')
}

/** The only place that reacts to answers which end a session; every other refusal is for the caller. */
export function handleSessionError({ ret, requestId }: CallError) {
  if (ret === Ret.otherOrganisation) {
    unpinOrganisation()
    return restart()
  }
  const address = findRedirectAddress(ret, location)
  if (address === undefined) return
  if (ret === Ret.wrongAudience)
    return navigate(requestId ? `${address}&request=${encodeURIComponent(requestId)}` : address)
  // A call that was in progress at sign-out is answered afterwards; the redirect has already started.
  if (hasSignedOut()) return
  const replaced = isSessionReplaced()
  clearSession()
  // The user is signed in, but not in this tab yet: no sign-in is needed.
  if (replaced) restart()
  else navigate(address)
}

/** The redirect for such an answer, if any. */
export function findRedirectAddress(
  ret: Ret,
  { pathname, search }: { pathname: string; search: string },
): string | undefined {
  const back = `?redirect=${encodeURIComponent(pathname + search)}`
  if (ret === Ret.wrongAudience) return `/401${back}`
  if (ret !== Ret.notSignedIn && ret !== Ret.sessionEnded) return undefined
  return handlesSessionEndItself(pathname) ? undefined : `/login${back}`
}

/** Applications and the sign-in pages handle the end of a session themselves. */
const handlesSessionEndItself = (path: string) => /^\/(application|userLogin|login)(\/|$)/.test(path)
