import { sessionApi } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { clearBrowserSession, getStoredToken, getStoredUser } from '#packages/web/core/browser-session.ts'
import { createCaller } from '#packages/web/core/call.ts'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { startSession, useSession, type SessionUser } from '#packages/web/core/session.ts'
import { getSignInUrl, extractTicket } from './ticket-address.ts'
import { showConfirmDialog } from './confirm-dialog.ts'

// As nobody: what is refused here says nothing about the session that is already in this browser.
const call = createCaller({ credentials: () => ({ token: '', orgId: '' }) })

/** Comes in by the ticket in the address. Ends when this browser is whoever it is going to be. */
export async function openTicket() {
  const { ticket, app, clean } = extractTicket(location)
  history.replaceState(null, '', clean)
  const stored = getStoredToken() ? getStoredUser<Pick<SessionUser, 'userId' | 'app'>>() : null
  const userId = stored?.userId ?? ''
  const exchange = async (confirm: boolean): Promise<void> => {
    const answer = await call(sessionApi.exchangeTicket, { body: { ticket, app, userId, confirm } })
    if (answer.session) {
      // Whoever is signed in here as themselves may more than the application was handed.
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
      // Whoever is signed in here stays so: the ticket was no good, and says nothing about them.
      if (!isServerUnavailable(error)) return goToSignIn(signInAgainMessage)
      await showConfirmDialog({ title: '提示', message: getErrorMessage(error), confirmLabel: '重试' })
    }
  }
}

/** An application was opened by nobody. */
export const refuseVisitor = () => clearSessionAndSignIn(signInAgainMessage)

const callAsUser = createCaller({ credentials: () => useSession.getState() })

/** An application shows nothing before it knows who opened it. */
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

/** The server does not say who this is any more: its words, and what to do about it. */
export function refuseLogin(error: unknown): Promise<never> {
  const reason = getErrorMessage(error).replace(/[，。]?(?:请重新登录)?[。！]?$/, '')
  return clearSessionAndSignIn(`${reason}，请重新登录`)
}

const clearSessionAndSignIn = (message: string) => goToSignIn(message, clearBrowserSession)

/** Never ends: the browser is on its way, and nothing is to be drawn here any more. */
async function goToSignIn(message: string, confirmed = () => {}): Promise<never> {
  await showConfirmDialog({ title: '提示', message, confirmLabel: '重新登录' })
  confirmed()
  location.assign(getSignInUrl(location))
  return new Promise<never>(() => {})
}
