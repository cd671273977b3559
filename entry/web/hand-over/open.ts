import { sessionApi } from '#kernel/session/contract.ts'
import { Ret } from '#packages/core'
import { forgetBrowserSession, storedUser } from '#packages/web/core/browser-session.ts'
import { callerOf } from '#packages/web/core/call.ts'
import { CallError, wordsOf } from '#packages/web/core/call-error.ts'
import { startSession } from '#packages/web/core/session.ts'
import { signInFor, takeTicket } from './address.ts'
import { ask } from './ask.ts'

// As nobody: what is refused here says nothing about the session that is already in this browser.
const call = callerOf({ credentials: () => ({ token: '', orgId: '' }) })

/** Comes in by the ticket in the address. Ends when this browser is whoever it is going to be. */
export async function openTicket() {
  const { ticket, app, clean } = takeTicket(location)
  history.replaceState(null, '', clean)
  const userId = storedUser<{ userId: string }>()?.userId ?? ''
  const exchange = async (confirm: boolean): Promise<void> => {
    const answer = await call(sessionApi.exchangeTicket, { body: { ticket, app, userId, confirm } })
    if (answer.session) return startSession(answer.session)
    const words = `将以「${answer.realName} · ${answer.orgName}」身份打开`
    if (await ask({ title: '提示', words, yes: '确定', no: '取消' })) await exchange(true)
  }
  for (;;) {
    try {
      return await exchange(false)
    } catch (error) {
      if (!isNoAnswer(error)) return goToSignIn()
      await ask({ title: '提示', words: wordsOf(error), yes: '重试' })
    }
  }
}

/** An application was opened by nobody. */
export async function refuseVisitor() {
  forgetBrowserSession()
  return goToSignIn()
}

const isNoAnswer = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.ret === Ret.unavailable || error.ret === Ret.fault)

/** Never ends: the browser is on its way, and nothing is to be drawn here any more. */
async function goToSignIn(): Promise<never> {
  await ask({ title: '提示', words: '登录信息错误，请重新登录', yes: '重新登录' })
  location.assign(signInFor(location))
  return new Promise<never>(() => {})
}
