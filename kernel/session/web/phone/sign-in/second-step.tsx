import { sessionApi, type LoginResult } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { CodeStep } from './code-step.tsx'
import { SecondStepReason, secondStepReason } from './second-step-reason.tsx'
import type { SignInDetails, OnSignedIn } from './sign-in-handler.ts'

export { SecondStepReason }

interface SecondStepProps {
  result: LoginResult
  details: SignInDetails
  onSignedIn: OnSignedIn
  goBack: () => void
}

/** The code that is required in addition to a password. */
export function SecondStep({ result, details, onSignedIn, goBack }: SecondStepProps) {
  const { msgId, phone, methods } = result
  const check = async (code: string, trust: boolean) =>
    onSignedIn(await call(sessionApi.checkCode, { query: {}, body: { msgId, code, trust } }), details)
  return (
    <CodeStep
      msgId={msgId}
      phone={phone}
      methods={methods}
      offersTrust={result.offersTrust}
      reason={secondStepReason}
      check={check}
      submit={{ label: '验证并登录', busy: '验证中…' }}
      back={{ label: '换个账号', go: goBack }}
    />
  )
}
