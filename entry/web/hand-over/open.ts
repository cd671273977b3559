import { sessionApi } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { forgetBrowserSession, storedToken, storedUser } from '#packages/web/core/browser-session.ts'
import { callerOf } from '#packages/web/core/call.ts'
import { CallError, wordsOf } from '#packages/web/core/call-error.ts'
import { startSession, useSession, type SessionUser } from '#packages/web/core/session.ts'
import { signInFor, takeTicket } from './address.ts'
import { ask } from './ask.ts'

// As nobody: what is refused here says nothing about the session that is already in this browser.
const call = callerOf({ credentials: () => ({ token: '', orgId: '' }) })

/** Comes in by the ticket in the address. Ends when this browser is whoever it is going to be. */
export async function openTicket() {
  const { ticket, app, clean } = takeTicket(location)
  history.replaceState(null, '', clean)
  const stored = storedToken() ? storedUser<Pick<SessionUser, 'userId' | 'app'>>() : null
  const userId = stored?.userId ?? ''
  const exchange = async (confirm: boolean): Promise<void> => {
    const answer = await call(sessionApi.exchangeTicket, { body: { ticket, app, userId, confirm } })
    if (answer.session) {
      // Whoever is signed in here as themselves may more than the application was handed.
      if (stored && !stored.app && stored.userId === answer.session.userId) return
      return startSession({ ...answer.session, app })
    }
    const words = `将以「${answer.realName} · ${answer.orgName}」身份打开`
    if (await ask({ title: '提示', words, yes: '确定', no: '取消' })) await exchange(true)
  }
  for (;;) {
    try {
      return await exchange(false)
    } catch (error) {
      // Whoever is signed in here stays so: the ticket was no good, and says nothing about them.
      if (!isNoAnswer(error)) return goToSignIn(nobody)
      await ask({ title: '提示', words: wordsOf(error), yes: '重试' })
    }
  }
}

/** An application was opened by nobody. */
export const refuseVisitor = () => signInAnew(nobody)

const callAsMyself = callerOf({ credentials: () => useSession.getState() })

/** An application shows nothing before it knows who opened it. */
export async function confirmLogin(): Promise<void> {
  try {
    await callAsMyself(sessionApi.loginInfo)
  } catch (error) {
    if (!isNoAnswer(error)) return refuseLogin(error)
    await ask({ title: '提示', words: wordsOf(error), yes: '重试' })
    return confirmLogin()
  }
}

const isNoAnswer = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.ret === Ret.unavailable || error.ret === Ret.fault)

const nobody = '登录信息错误，请重新登录'

/** The server does not say who this is any more: its words, and what to do about it. */
export function refuseLogin(error: unknown): Promise<never> {
  const reason = wordsOf(error).replace(/[，。]?(?:请重新登录)?[。！]?$/, '')
  return signInAnew(`${reason}，请重新登录`)
}

const signInAnew = (words: string) => goToSignIn(words, forgetBrowserSession)

/** Never ends: the browser is on its way, and nothing is to be drawn here any more. */
async function goToSignIn(words: string, confirmed = () => {}): Promise<never> {
  await ask({ title: '提示', words, yes: '重新登录' })
  confirmed()
  location.assign(signInFor(location))
  return new Promise<never>(() => {})
}
