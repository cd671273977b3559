import { sessionApi } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { SmsSignIn, type SmsSignInProps } from './sms-sign-in.tsx'

/** A guardian signs in by phone number; the first sign-in creates the account. */
export const FamilySmsForm = (props: SmsSignInProps) => (
  <SmsSignIn
    {...props}
    title="家长登录或注册"
    lead="请用在学校登记的手机号，登录后可直接绑定孩子"
    sendCode={(phone) => call(sessionApi.familySms, { body: { phone } })}
    check={(msgId, code) => call(sessionApi.familyCode, { body: { msgId, code } })}
  />
)
