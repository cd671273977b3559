import { useState } from 'react'
import type { LoginResult } from '../../../contract.ts'
import type { OnSignedIn } from './sign-in-handler.ts'
import { CodeStep } from './code-step.tsx'
import { maskPhone, PhoneNumberForm } from './phone-form.tsx'
import type { useSignInView } from './use-sign-in-view.ts'

export interface SmsSignInProps {
  onSignedIn: OnSignedIn
  linkTo: ReturnType<typeof useSignInView>['linkTo']
}

interface Props extends SmsSignInProps {
  title: string
  lead: string
  /** Sends a code to the number. */
  sendCode: (phone: string) => Promise<{ msgId: string; retryAfter: number }>
  check: (msgId: string, code: string) => Promise<LoginResult>
}

/** Sign-in with a code from a text message: first the number, then the code. */
export function SmsSignIn({ onSignedIn, linkTo, title, lead, sendCode, check }: Props) {
  const [sent, setSent] = useState<{ msgId: string; retryAfter: number; phone: string }>()
  if (!sent) {
    return (
      <PhoneNumberForm
        title={title}
        lead={lead}
        send={async (phone) => setSent({ ...(await sendCode(phone)), phone })}
        back={{ label: '用密码登录', linkTo }}
      />
    )
  }
  return (
    <CodeStep
      msgId={sent.msgId}
      phone={maskPhone(sent.phone)}
      resendAfter={sent.retryAfter}
      check={async (code) => onSignedIn(await check(sent.msgId, code), { userName: maskPhone(sent.phone) })}
      submit={{ label: '登录', busy: '登录中…' }}
      back={{ label: '换个手机号', go: () => setSent(undefined) }}
    />
  )
}
