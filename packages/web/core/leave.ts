import { Ret } from '#packages/core/ret.ts'
import type { CallError } from './call-error.ts'
import { forgetOrganisation, hasLeft, isReplaced, loseSession } from './session.ts'

let go = (address: string) => location.assign(address)
let startAgain = () => location.reload()

/** The root says how it moves to another address. */
export const setLeave = (how: (address: string) => void) => {
  go = how
}

/** For what stands outside the pages, and knows no router. */
export const leaveFor = (address: string) => go(address)

/** The root says how it begins anew as whoever, and wherever, this browser is by now; otherwise it just reloads. */
export const setStartAgain = (how: () => void) => {
  startAgain = how
}

/** The one place that reacts to answers which end a visit; every other refusal is for the caller. */
export function leaveOn({ ret, requestId }: CallError) {
  if (ret === Ret.otherOrganisation) {
    forgetOrganisation()
    return startAgain()
  }
  const address = addressAfter(ret, location)
  if (address === undefined) return
  if (ret === Ret.wrongAudience) return go(requestId ? `${address}&request=${encodeURIComponent(requestId)}` : address)
  // What was still under way when somebody signed out is answered after them: they are on their way already.
  if (hasLeft()) return
  const replaced = isReplaced()
  loseSession()
  // Somebody is signed in, only not in this tab yet: there is nothing to ask them.
  if (replaced) startAgain()
  else go(address)
}

/** Where such an answer leads, if anywhere. */
export function addressAfter(ret: Ret, { pathname, search }: { pathname: string; search: string }): string | undefined {
  const back = `?redirect=${encodeURIComponent(pathname + search)}`
  if (ret === Ret.wrongAudience) return `/401${back}`
  if (ret !== Ret.notSignedIn && ret !== Ret.sessionEnded) return undefined
  return saysItself(pathname) ? undefined : `/login${back}`
}

/** Applications and the sign-in pages tell their users themselves. */
const saysItself = (path: string) => /^\/(application|userLogin|login)(\/|$)/.test(path)
