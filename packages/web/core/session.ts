import { create } from 'zustand'
import { getStoredToken, getStoredUser } from './browser-session.ts'

/** The signed-in user: the facts of the sign-in answer that pages need. */
export interface SessionUser {
  userId: string
  realName: string
  userType: number
  orgId: string
  orgName: string
  orgType: number
  /** 1: the user may switch to other organisations. */
  switchoverOrg?: number
  /** The user's own organisation during a visit to another one. */
  homeOrgName?: string
  /** The post in the organisation: 校长. */
  post?: string
  /** The address of the picture, if there is one. */
  avatar?: string
  /** Whether a DingTalk account is bound. */
  isBound?: boolean
  /** The session has one factor, and some permissions need two. */
  isWeak?: boolean
  /** The application to which this session is limited. */
  app?: string
  /** First steps; until they are done the session allows nothing else. */
  mustChangePassword?: boolean
  needFillIdCard?: boolean
}

interface Session {
  token: string
  user: SessionUser | null
  /** The organisation of this tab. The server refuses a call when another tab has switched in the meantime. */
  orgId: string
}

const noSession: Session = { token: '', user: null, orgId: '' }

export const useSession = create<Session>()(readSession)

function readSession(): Session {
  if (typeof localStorage === 'undefined') return noSession
  const user = getStoredUser<SessionUser>()
  return { token: getStoredToken(), user, orgId: (user && findPinnedOrganisation(user)) ?? user?.orgId ?? '' }
}

/** Stores the fields of `SessionUser` from the sign-in answer; the menu, for example, is loaded separately. */
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

export type FirstStepField = 'mustChangePassword' | 'needFillIdCard'

/** The first step that a new session still needs, in order. */
export const findFirstStep = (user: Pick<SessionUser, FirstStepField> | null): FirstStepField | undefined =>
  (['mustChangePassword', 'needFillIdCard'] as const).find((step) => user?.[step])

export function finishFirstStep(step: FirstStepField) {
  const { user } = useSession.getState()
  if (!user) return
  const { [step]: _done, ...rest } = user
  // Must not overwrite the session of another tab.
  if (!isSessionReplaced()) localStorage.setItem('user', JSON.stringify(rest))
  useSession.setState({ user: rest })
}

/** Stores the user's own changes. */
export function updateSessionUser(part: Partial<SessionUser>) {
  const { user } = useSession.getState()
  if (!user) return
  const changed = { ...user, ...part }
  if (!isSessionReplaced()) localStorage.setItem('user', JSON.stringify(changed))
  useSession.setState({ user: changed })
}

const signedOutKey = 'left'

/** Signs this tab out on request: afterwards no automatic sign-in runs. */
export function endSession() {
  clearSession()
  sessionStorage.setItem(signedOutKey, '1')
}

/** Whether the user signed out deliberately. */
export const hasSignedOut = () => sessionStorage.getItem(signedOutKey) !== null

/** Clears this tab's session. If another tab has signed in as another user, that session stays. */
export function clearSession() {
  if (!isSessionReplaced()) {
    localStorage.removeItem('token')
    localStorage.removeItem('user')
  }
  sessionStorage.removeItem('orgId')
  useSession.setState(noSession)
}

/** Whether another tab has replaced this tab's session. */
export function isSessionReplaced() {
  const stored = getStoredToken()
  return stored !== '' && stored !== useSession.getState().token
}

/** After the next reload this tab uses the organisation of its session; the current screen still shows the old one. */
export function unpinOrganisation() {
  const { user } = useSession.getState()
  if (user) pinOrganisation(user, '')
}

// All tabs share the user, each has its own organisation: the stored organisation is valid only for the user stored
// with it.
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
