import { sessionApi, type LoginResult } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CodeStep } from './code-step.tsx'
import { Reason, whyAsked } from './reason.tsx'
import type { Arrival, Arrive } from './arrival.ts'

export { Reason }

interface SecondStepProps {
  result: LoginResult
  arrival: Arrival
  arrive: Arrive
  goBack: () => void
}

/** The code that a password alone is not enough without. */
export function SecondStep({ result, arrival, arrive, goBack }: SecondStepProps) {
  const { msgId, phone, methods } = result
  const check = async (code: string, trust: boolean) =>
    arrive(await call(sessionApi.checkCode, { query: {}, body: { msgId, code, trust } }), arrival)
  return (
    <CodeStep
      msgId={msgId}
      phone={phone}
      methods={methods}
      offersTrust={result.offersTrust}
      why={whyAsked}
      check={check}
      submit={{ label: '验证并登录', busy: '验证中…' }}
      back={{ label: '换个账号', go: goBack }}
    />
  )
}
