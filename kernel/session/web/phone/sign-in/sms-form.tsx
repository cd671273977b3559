import { sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { SmsSignIn, type SmsSignInProps } from './sms-sign-in.tsx'

/** Sign-in with a code from a text message instead of a password. */
export const SmsForm = (props: SmsSignInProps) => (
  <SmsSignIn
    {...props}
    title="短信登录"
    lead="验证码将发送到您在单位登记的手机号"
    sendCode={(phone) => call(sessionApi.smsLogin, { body: { phone } })}
    check={(msgId, code) => call(sessionApi.checkCode, { query: {}, body: { msgId, code, trust: false } })}
  />
)
