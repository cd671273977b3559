import { sessionApi } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { clearBrowserSession, getStoredToken, getStoredUser } from '#packages/web/core/browser-session.ts'
import { createCaller } from '#packages/web/core/call.ts'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { startSession, useSession, type SessionUser } from '#packages/web/core/session.ts'
import { getSignInUrl, extractTicket } from './ticket-address.ts'
import { showConfirmDialog } from './confirm-dialog.ts'

// Without credentials: a refusal here says nothing about the existing session of this browser.
const call = createCaller({ credentials: () => ({ token: '', orgId: '' }) })

/** Signs in with the ticket in the address. Resolves when the session of this browser is settled. */
export async function openTicket() {
  const { ticket, app, clean } = extractTicket(location)
  history.replaceState(null, '', clean)
  const stored = getStoredToken() ? getStoredUser<Pick<SessionUser, 'userId' | 'app'>>() : null
  const userId = stored?.userId ?? ''
  const exchange = async (confirm: boolean): Promise<void> => {
    const answer = await call(sessionApi.exchangeTicket, { body: { ticket, app, userId, confirm } })
    if (answer.session) {
      // The user's own session has more permissions than the session for the application.
      if (stored && !stored.app && stored.userId === answer.session.userId) return
      return startSession({ ...answer.session, app })
    }
    const message = `将以「${answer.realName} · ${answer.orgName}」身份打开`
    if (await showConfirmDialog({ title: '提示', message, confirmLabel: '确定', cancelLabel: '取消' }))
      await exchange(true)
  }
  for (;;) {
    try {
      return await exchange(false)
    } catch (error) {
      // The signed-in user stays: the ticket was invalid, which says nothing about the session.
      if (!isServerUnavailable(error)) return goToSignIn(signInAgainMessage)
      await showConfirmDialog({ title: '提示', message: getErrorMessage(error), confirmLabel: '重试' })
    }
  }
}

/** An application was opened without a session. */
export const refuseVisitor = () => clearSessionAndSignIn(signInAgainMessage)

const callAsUser = createCaller({ credentials: () => useSession.getState() })

/** An application is shown only after its user is known. */
export async function confirmLogin(): Promise<void> {
  try {
    await callAsUser(sessionApi.loginInfo)
  } catch (error) {
    if (!isServerUnavailable(error)) return refuseLogin(error)
    await showConfirmDialog({ title: '提示', message: getErrorMessage(error), confirmLabel: '重试' })
    return confirmLogin()
  }
}

const isServerUnavailable = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.ret === Ret.unavailable || error.ret === Ret.fault)

const signInAgainMessage = '登录信息错误，请重新登录'

/** The server no longer accepts the session: shows its message, and what to do. */
export function refuseLogin(error: unknown): Promise<never> {
  const reason = getErrorMessage(error).replace(/[，。]?(?:请重新登录)?[。！]?$/, '')
  return clearSessionAndSignIn(`${reason}，请重新登录`)
}

const clearSessionAndSignIn = (message: string) => goToSignIn(message, clearBrowserSession)

/** The promise never resolves: the browser leaves the page, and nothing more is rendered. */
async function goToSignIn(message: string, confirmed = () => {}): Promise<never> {
  await showConfirmDialog({ title: '提示', message, confirmLabel: '重新登录' })
  confirmed()
  location.assign(getSignInUrl(location))
  return new Promise<never>(() => {})
}
