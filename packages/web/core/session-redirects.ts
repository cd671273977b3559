import { Ret } from '#packages/core/ret.ts'
import type { CallError } from './call-error.ts'
import { unpinOrganisation, hasSignedOut, isSessionReplaced, clearSession } from './session.ts'

let navigate = (address: string) => location.assign(address)
let restart = () => location.reload()

/** The root says how it moves to another address. */
export const setNavigate = (how: (address: string) => void) => {
  navigate = how
}

/** For what stands outside the pages, and knows no router. */
export const navigateTo = (address: string) => navigate(address)

/** The root says how it begins anew as whoever, and wherever, this browser is by now; otherwise it just reloads. */
export const setRestart = (how: () => void) => {
  restart = how
}

/** The one place that reacts to answers which end a visit; every other refusal is for the caller. */
export function handleSessionError({ ret, requestId }: CallError) {
  if (ret === Ret.otherOrganisation) {
    unpinOrganisation()
    return restart()
  }
  const address = findRedirectAddress(ret, location)
  if (address === undefined) return
  if (ret === Ret.wrongAudience)
    return navigate(requestId ? `${address}&request=${encodeURIComponent(requestId)}` : address)
  // What was still under way when somebody signed out is answered after them: they are on their way already.
  if (hasSignedOut()) return
  const replaced = isSessionReplaced()
  clearSession()
  // Somebody is signed in, only not in this tab yet: there is nothing to ask them.
  if (replaced) restart()
  else navigate(address)
}

/** Where such an answer leads, if anywhere. */
export function findRedirectAddress(
  ret: Ret,
  { pathname, search }: { pathname: string; search: string },
): string | undefined {
  const back = `?redirect=${encodeURIComponent(pathname + search)}`
  if (ret === Ret.wrongAudience) return `/401${back}`
  if (ret !== Ret.notSignedIn && ret !== Ret.sessionEnded) return undefined
  return handlesSessionEndItself(pathname) ? undefined : `/login${back}`
}

/** Applications and the sign-in pages tell their users themselves. */
const handlesSessionEndItself = (path: string) => /^\/(application|userLogin|login)(\/|$)/.test(path)
