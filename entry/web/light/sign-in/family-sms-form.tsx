import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { SmsDoor, type SmsProps } from './sms-door.tsx'

/** A guardian comes in by the phone in her hand; whoever comes for the first time has an account by that. */
export const FamilySmsForm = (props: SmsProps) => (
  <SmsDoor
    {...props}
    title="家长登录或注册"
    lead="请用在学校登记的手机号，登录后可直接绑定孩子"
    ask={(phone) => call(sessionApi.familySms, { body: { phone } })}
    check={(msgId, code) => call(sessionApi.familyCode, { body: { msgId, code } })}
  />
)
