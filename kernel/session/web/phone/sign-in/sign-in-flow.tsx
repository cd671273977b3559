import { useState, type ReactNode } from 'react'
import type { LoginResult } from '../../../contract.ts'
import { startBrowserSession } from '#packages/web/core/browser-session.ts'
import { CallError, isSessionLost, isRetryableError } from '#packages/web/core/call-error.ts'
import { setSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { endSession, findFirstStep, startSession, useSession, type FirstStepField } from '#packages/web/core/session.ts'
import { setThemeChoice } from '#packages/web/core/theme.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import type { SignInDetails, OnSignedIn } from './sign-in-handler.ts'
import { redirectAfterSignIn, getHomeAddress, getRedirectQuery } from './redirect-after-sign-in.ts'
import { SignInAside, SignInFrame } from './sign-in-frame.tsx'
import { SignInMessage } from './sign-in-message.tsx'

type SignInStage =
  | { at: 'door' }
  | { at: 'code'; result: LoginResult; details: SignInDetails }
  | { at: 'step'; step: FirstStepField }
  | { at: 'entering' }
  | { at: 'blocked'; mayRetry: boolean }

interface Props {
  /** Rendered before sign-in, and the part beside it. */
  children: (onSignedIn: OnSignedIn) => ReactNode
  aside?: (onSignedIn: OnSignedIn) => ReactNode
  hasBanner?: boolean
  /** An interactive sign-in page: it resumes a session with an open first step, and can be shown again. */
  resumes?: boolean
}

// Few users need more than a password, so these steps are loaded on demand.
const FirstSteps = lazyComponent(() => import('./first-steps.tsx').then((loaded) => loaded.FirstSteps))
const SecondStepReason = lazyComponent(() => import('./second-step.tsx').then((loaded) => loaded.SecondStepReason))
const SecondStep = lazyComponent(() => import('./second-step.tsx').then((loaded) => loaded.SecondStep))

const findFirstStepStage = (): SignInStage | undefined => {
  const { token, user } = useSession.getState()
  const step = token ? findFirstStep(user) : undefined
  return step && { at: 'step', step }
}

const goToLogin = () => location.replace(`/login${getRedirectQuery(location.search)}`)

/** Everything between the answer of a sign-in method and the requested page; shared by all methods. */
export function SignInFlow({ children, aside, hasBanner, resumes = false }: Props) {
  const [stage, setStage] = useState<SignInStage>(() => (resumes && findFirstStepStage()) || { at: 'door' })

  const continueSignIn = () => {
    const step = findFirstStepStage()
    if (step) return setStage(step)
    setStage({ at: 'entering' })
    redirectAfterSignIn().catch((error: unknown) => {
      if (isSessionLost(error)) endWithNotice(error.msg)
      else setStage({ at: 'blocked', mayRetry: error instanceof CallError && isRetryableError(error) })
    })
  }
  const onSignedIn: OnSignedIn = (result, details = {}) => {
    if (result.needMsg) return setStage({ at: 'code', result, details })
    startBrowserSession(details.isPersistent ?? false)
    startSession(result)
    setThemeChoice(result.theme)
    continueSignIn()
  }
  // An automatic sign-in would send its used code again.
  const goBack = () => (resumes ? setStage({ at: 'door' }) : goToLogin())
  const endWithNotice = (message: string) => {
    endSession()
    setSignInNotice(message)
    if (resumes) location.reload()
    else goToLogin()
  }

  switch (stage.at) {
    case 'door':
      return (
        <SignInFrame aside={aside?.(onSignedIn) ?? <SignInAside />} hasBanner={hasBanner ?? false}>
          {children(onSignedIn)}
        </SignInFrame>
      )
    case 'code':
      return (
        <SignInFrame aside={<SecondStepReason ip={stage.result.ip} userName={stage.details.userName ?? ''} />}>
          <SecondStep {...stage} onSignedIn={onSignedIn} goBack={goBack} />
        </SignInFrame>
      )
    case 'step':
      return (
        <SignInFrame aside={<SignInAside />}>
          <FirstSteps
            key={stage.step}
            step={stage.step}
            onDone={continueSignIn}
            onLeave={goBack}
            onSessionLost={endWithNotice}
          />
        </SignInFrame>
      )
    case 'entering':
      return (
        <SignInFrame aside={<SignInAside />}>
          <SignInMessage title="登录成功" text="正在进入…" />
        </SignInFrame>
      )
    case 'blocked':
      return (
        <SignInFrame aside={<SignInAside />}>
          <SignInMessage
            title="无法打开该地址"
            text={stage.mayRetry ? '服务器没有响应，请稍后重试。' : '这个地址不在允许打开的范围内。'}
            {...(stage.mayRetry && { next: { label: '重试', go: continueSignIn } })}
            link={{ label: '返回首页', to: getHomeAddress() }}
          />
        </SignInFrame>
      )
  }
}
