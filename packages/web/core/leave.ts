import { Ret } from '#packages/core/ret.ts'
import type { CallError } from './call-error.ts'
import { endSession } from './session.ts'

let go = (address: string) => location.assign(address)

/** The root says how it moves to another address. */
export const setLeave = (how: (address: string) => void) => {
  go = how
}

/** The one place that reacts to answers which end a visit; every other refusal is for the caller. */
export function leaveOn({ ret }: CallError) {
  const address = addressAfter(ret, location)
  if (address === undefined) return
  if (ret !== Ret.wrongAudience) endSession()
  go(address)
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
