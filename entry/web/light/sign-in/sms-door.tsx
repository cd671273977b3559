import { useState } from 'react'
import type { LoginResult } from '#kernel/session/contract.ts'
import type { Arrive } from './arrival.ts'
import { CodeStep } from './code-step.tsx'
import { masked, PhoneForm } from './phone-form.tsx'
import type { useView } from './use-view.ts'

export interface SmsProps {
  arrive: Arrive
  linkTo: ReturnType<typeof useView>['linkTo']
}

interface Props extends SmsProps {
  title: string
  lead: string
  /** Has a code sent to the number. */
  ask: (phone: string) => Promise<{ msgId: string; retryAfter: number }>
  check: (msgId: string, code: string) => Promise<LoginResult>
}

/** In with a code from a text message: first the number, then what came to it. */
export function SmsDoor({ arrive, linkTo, title, lead, ask, check }: Props) {
  const [sent, setSent] = useState<{ msgId: string; retryAfter: number; phone: string }>()
  if (!sent) {
    return (
      <PhoneForm
        title={title}
        lead={lead}
        send={async (phone) => setSent({ ...(await ask(phone)), phone })}
        back={{ label: '用密码登录', linkTo }}
      />
    )
  }
  return (
    <CodeStep
      msgId={sent.msgId}
      phone={masked(sent.phone)}
      sentFor={sent.retryAfter}
      check={async (code) => arrive(await check(sent.msgId, code), { userName: masked(sent.phone) })}
      submit={{ label: '登录', busy: '登录中…' }}
      back={{ label: '换个手机号', go: () => setSent(undefined) }}
    />
  )
}
