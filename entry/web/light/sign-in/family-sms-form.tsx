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

/** A guardian comes in by the phone in her hand; whoever comes for the first time has an account by that. */
export function FamilySmsForm({ arrive, linkTo }: Props) {
  const [sent, setSent] = useState<{ msgId: string; retryAfter: number; phone: string }>()
  if (!sent) {
    return (
      <PhoneForm
        title="家长登录或注册"
        lead="请用在学校登记的手机号，登录后可直接绑定孩子"
        send={async (phone) => setSent({ ...(await call(sessionApi.familySms, { body: { phone } })), phone })}
        back={{ label: '用密码登录', linkTo }}
      />
    )
  }
  const check = async (code: string) =>
    arrive(await call(sessionApi.familyCode, { body: { msgId: sent.msgId, code } }), { userName: masked(sent.phone) })
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
