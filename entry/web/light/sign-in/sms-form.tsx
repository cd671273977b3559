import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { SmsDoor, type SmsProps } from './sms-door.tsx'

/** In with a code from a text message instead of a password. */
export const SmsForm = (props: SmsProps) => (
  <SmsDoor
    {...props}
    title="短信登录"
    lead="验证码将发送到您在单位登记的手机号"
    ask={(phone) => call(sessionApi.smsLogin, { body: { phone } })}
    check={(msgId, code) => call(sessionApi.checkCode, { query: {}, body: { msgId, code, trust: false } })}
  />
)
