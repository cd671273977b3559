import { workplaceApi } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { startDingTalkSignIn } from './dingtalk-redirect.ts'
import { requestAuthCode } from './auth-code.ts'

const timeoutMs = 6_000

/** Signs in as the user of this DingTalk; throws when that takes too long, or the account is not bound. */
export const signInSilently = () =>
  Promise.race([
    signIn(),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('DingTalk takes too long')), timeoutMs)),
  ])

async function signIn() {
  const { corpId } = await startDingTalkSignIn()
  const code = await requestAuthCode(corpId)
  const login = await call(workplaceApi.loginByCode, { body: { code, corpId, ddId: '', state: '' } })
  if (login.goBind) throw new Error('not bound yet')
  return login
}
