import type { OutsideKind } from '#packages/core/actor.ts'
import { Ret } from '#packages/core/ret.ts'
import { clearOutsideSession, getOutsideSignInUrl } from './outside-paths.ts'

/** The session has ended or is of another kind: the user signs in again. Other refusals are for the caller. */
export function handleOutsideSessionError(kind: OutsideKind, { ret }: { ret: number }) {
  if (ret !== Ret.notSignedIn && ret !== Ret.sessionEnded && ret !== Ret.wrongAudience) return
  clearOutsideSession(kind)
  if (location.pathname !== '/developerLogin')
    location.assign(getOutsideSignInUrl(kind, location.pathname + location.search))
}
