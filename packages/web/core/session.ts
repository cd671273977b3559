import { create } from 'zustand'
import { storedToken, storedUser } from './browser-session.ts'

/** Who is signed in, as the sign-in answered. It may hold more; these are the facts that pages build on. */
export interface SessionUser {
  userId: string
  realName: string
  userType: number
  orgId: string
  orgName: string
  orgType: number
}

interface Session {
  token: string
  user: SessionUser | null
  /** The organisation this tab works in. The server refuses a call when another tab has switched meanwhile. */
  orgId: string
}

const nobody: Session = { token: '', user: null, orgId: '' }

export const useSession = create<Session>()(read)

function read(): Session {
  if (typeof localStorage === 'undefined') return nobody
  const user = storedUser<SessionUser>()
  return { token: storedToken(), user, orgId: sessionStorage.getItem('orgId') ?? user?.orgId ?? '' }
}

/** Keeps what a sign-in answered. The menu is asked for anew, so it is not kept. */
export function startSession({ token, modules: _, ...user }: SessionUser & { token: string; modules?: unknown }) {
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
  sessionStorage.setItem('orgId', user.orgId)
  useSession.setState({ token, user, orgId: user.orgId })
}

export function endSession() {
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  sessionStorage.removeItem('orgId')
  useSession.setState(nobody)
}
