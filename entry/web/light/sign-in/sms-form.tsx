import { useState } from 'react'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import type { Arrive } from './arrival.ts'
import { CodeStep } from './code-step.tsx'
import { masked, PhoneForm } from './phone-form.tsx'
import type { useView } from './use-view.ts'

interface Props {
  arrive: Arrive
  linkTo: ReturnType<typeof useView>['linkTo']
}

/** In with a code from a text message instead of a password. */
export function SmsForm({ arrive, linkTo }: Props) {
  const [sent, setSent] = useState<{ msgId: string; retryAfter: number; phone: string }>()
  if (!sent) {
    return (
      <PhoneForm
        title="短信登录"
        lead="验证码将发送到您在单位登记的手机号"
        send={async (phone) => setSent({ ...(await call(sessionApi.smsLogin, { body: { phone } })), phone })}
        back={{ label: '用密码登录', linkTo }}
      />
    )
  }
  const check = async (code: string) =>
    arrive(await call(sessionApi.checkCode, { query: {}, body: { msgId: sent.msgId, code, trust: false } }), {
      userName: masked(sent.phone),
    })
  return (
    <CodeStep
      msgId={sent.msgId}
      phone={masked(sent.phone)}
      sentFor={sent.retryAfter}
      check={check}
      submit={{ label: '登录', busy: '登录中…' }}
      back={{ label: '换个手机号', go: () => setSent(undefined) }}
    />
  )
}
