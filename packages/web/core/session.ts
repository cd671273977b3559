import { create } from 'zustand'
import { getStoredToken, getStoredUser } from './browser-session.ts'

/** Who is signed in: of what the sign-in answers, the facts that pages build on. */
export interface SessionUser {
  userId: string
  realName: string
  userType: number
  orgId: string
  orgName: string
  orgType: number
  /** 1: there are other organisations to go to. */
  switchoverOrg?: number
  /** Where one belongs while one visits another organisation. */
  homeOrgName?: string
  /** What one is there: 校长. */
  post?: string
  /** The address of the picture, if there is one. */
  avatar?: string
  /** Whether a DingTalk account is bound. */
  isBound?: boolean
  /** One factor was shown, and there is something that takes two. */
  isWeak?: boolean
  /** The application that this session was handed to: it may do nothing else. */
  app?: string
  /** What has to be done before anything else; until then the session is good for nothing but that. */
  mustChangePassword?: boolean
  needFillIdCard?: boolean
}

interface Session {
  token: string
  user: SessionUser | null
  /** The organisation this tab works in. The server refuses a call when another tab has switched meanwhile. */
  orgId: string
}

const noSession: Session = { token: '', user: null, orgId: '' }

export const useSession = create<Session>()(readSession)

function readSession(): Session {
  if (typeof localStorage === 'undefined') return noSession
  const user = getStoredUser<SessionUser>()
  return { token: getStoredToken(), user, orgId: (user && findPinnedOrganisation(user)) ?? user?.orgId ?? '' }
}

/** Keeps of a sign-in's answer what `SessionUser` names; the menu, for one, is asked for anew. */
export function startSession({
  token,
  userId,
  realName,
  userType,
  orgId,
  orgName,
  orgType,
  switchoverOrg,
  homeOrgName,
  post,
  avatar,
  isBound,
  isWeak,
  app,
  mustChangePassword,
  needFillIdCard,
}: SessionUser & { token: string }) {
  const user: SessionUser = { userId, realName, userType, orgId, orgName, orgType }
  if (switchoverOrg) user.switchoverOrg = switchoverOrg
  if (homeOrgName) user.homeOrgName = homeOrgName
  if (post) user.post = post
  if (avatar) user.avatar = avatar
  if (isBound) user.isBound = true
  if (isWeak) user.isWeak = true
  if (app) user.app = app
  if (mustChangePassword) user.mustChangePassword = true
  if (needFillIdCard) user.needFillIdCard = true
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
  pinOrganisation(user, orgId)
  sessionStorage.removeItem(signedOutKey)
  useSession.setState({ token, user, orgId })
}

export type FirstStep = 'mustChangePassword' | 'needFillIdCard'

/** What stands between a fresh session and the pages, in the order in which it is asked. */
export const findFirstStep = (user: Pick<SessionUser, FirstStep> | null): FirstStep | undefined =>
  (['mustChangePassword', 'needFillIdCard'] as const).find((step) => user?.[step])

export function finishFirstStep(step: FirstStep) {
  const { user } = useSession.getState()
  if (!user) return
  const { [step]: _done, ...rest } = user
  // Another tab's session is not ours to write over.
  if (!isSessionReplaced()) localStorage.setItem('user', JSON.stringify(rest))
  useSession.setState({ user: rest })
}

/** Keeps what the user has just changed of themselves. */
export function updateSessionUser(part: Partial<SessionUser>) {
  const { user } = useSession.getState()
  if (!user) return
  const changed = { ...user, ...part }
  if (!isSessionReplaced()) localStorage.setItem('user', JSON.stringify(changed))
  useSession.setState({ user: changed })
}

const signedOutKey = 'left'

/** Ends this tab's session because that is wanted: no door opens by itself afterwards. */
export function endSession() {
  clearSession()
  sessionStorage.setItem(signedOutKey, '1')
}

/** Whether whoever was here wanted to leave. */
export const hasSignedOut = () => sessionStorage.getItem(signedOutKey) !== null

/** Forgets this tab's session. Another tab may have signed in as somebody else since: theirs stays. */
export function clearSession() {
  if (!isSessionReplaced()) {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  }
  sessionStorage.removeItem('orgId')
  useSession.setState(noSession)
}

/** Whether another tab has begun a session in the place of this tab's. */
export function isSessionReplaced() {
  const stored = getStoredToken()
  return stored !== '' && stored !== useSession.getState().token
}

/** After the next reload this tab works wherever its session does; what is on the screen still names the old place. */
export function unpinOrganisation() {
  const { user } = useSession.getState()
  if (user) pinOrganisation(user, '')
}

// All tabs share the user, each has its own organisation: what it says counts only for the user it was said of.
const pinOrganisation = ({ userId }: SessionUser, orgId: string) =>
  sessionStorage.setItem('orgId', JSON.stringify({ userId, orgId }))

function findPinnedOrganisation({ userId }: SessionUser): string | undefined {
  try {
    const pinned = JSON.parse(sessionStorage.getItem('orgId') ?? 'null') as { userId: string; orgId: string } | null
    return pinned?.userId === userId ? pinned.orgId : undefined
  } catch {
    return undefined
  }
}
